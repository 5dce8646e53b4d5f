import type { MailStore } from '../../../store/mail-store.ts'

/** Rings when there may be new mail of an owner, from the first time that somebody waits for it until `signal`. */
export type MailBell = {
  /** The next ring. All who wait share it. @throws what keeps the store from being asked, to whoever waits, and to nobody else */
  rung(): Promise<void>
}

export function openMailBell(live: MailStore['live'], owner: string, signal: AbortSignal): MailBell {
  let next: Promise<void> | null = null

  function begin(): Promise<void> {
    const begun = live.mail(owner, signal).finally(() => {
      next = null
    })
    // Whoever waits is told. Where nobody does at this moment, it must not end the program.
    begun.catch(() => undefined)
    return begun
  }

  return {
    rung() {
      next ??= begin()
      return next
    },
  }
}
