import type { Mailbox } from '../../../../mailbox.ts'
import { openLane } from '../../lanes.ts'
import type { Where } from '../../pair-state.ts'

/** Announces this screen's activity to the others at this mailbox; only the newest counts, and a failure does no harm. */
export function openAnnouncer(mailbox: Mailbox, terminal: string | null, pressedAt: () => number) {
  const lane = openLane()
  const silently = async (deed: Promise<unknown>): Promise<void> => void (await deed.catch(() => undefined))
  return {
    tell({ thread, replying, acting }: Where): void {
      if (terminal === null) return
      const open = { ...(thread !== null && { thread, replying }), ...(acting !== null && { acting }) }
      const since = Math.ceil(performance.now() - pressedAt())
      const idle = Number.isFinite(since) ? { idle: Math.max(1, since) } : {}
      lane.push(() => silently(mailbox.here({ terminal, ...open, ...idle })))
    },
    /** The screen is closed. */
    async leave(): Promise<void> {
      if (terminal === null) return
      await lane.idle()
      await silently(mailbox.leave({ terminal }))
    },
  }
}
