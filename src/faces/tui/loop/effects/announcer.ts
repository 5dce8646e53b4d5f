import type { Mailbox } from '../../../../mailbox.ts'
import type { Event } from '../../event.ts'
import { openLane } from '../../lanes.ts'
import type { Where } from '../../model/pair.ts'

type Announcing = { readonly pressedAt: () => number; readonly dispatch: (event: Event) => void }

/**
 * Announces this screen's activity to the others at this mailbox, and learns of theirs by it. Only the newest counts, and a failure
 * does no harm.
 */
export function openAnnouncer(
  mailbox: Mailbox,
  terminal: string | null,
  { pressedAt, dispatch }: Announcing,
) {
  const lane = openLane()
  const silently = async (deed: Promise<unknown>): Promise<void> => void (await deed.catch(() => undefined))
  return {
    tell({ thread, replying, acting }: Where): void {
      if (terminal === null) return
      const open = { ...(thread !== null && { thread, replying }), ...(acting !== null && { acting }) }
      const since = Math.ceil(performance.now() - pressedAt())
      const idle = Number.isFinite(since) ? { idle: Math.max(1, since) } : {}
      const announce = async (): Promise<void> => {
        const { others } = await mailbox.here({ terminal, ...open, ...idle })
        dispatch({ type: 'presence-loaded', presence: others })
      }
      lane.push(() => silently(announce()))
    },
    idle: lane.idle,
    /** The screen is closed. */
    async leave(): Promise<void> {
      if (terminal === null) return
      await lane.idle()
      await silently(mailbox.leave({ terminal }))
    },
  }
}
