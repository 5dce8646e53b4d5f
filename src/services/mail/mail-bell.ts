import type { MailStore } from '../../../store/mail-store.ts'

/** Rings when there may be something new, from the first time that somebody waits for it until its signal. */
export type MailBell = {
  /** The next ring, which all waiting callers share. @throws to these callers alone, if the store cannot be asked */
  rung(): Promise<void>
}

export function openMailBell(live: MailStore['live'], owner: string, signal: AbortSignal): MailBell {
  return openBell(() => live.mail(owner, signal))
}

/** Rings when anything may have changed. */
export function openStoreBell(live: MailStore['live'], signal: AbortSignal): MailBell {
  return openBell(async () => {
    await live.changed(signal)
  })
}

function openBell(listen: () => Promise<void>): MailBell {
  let next: Promise<void> | null = null

  function begin(): Promise<void> {
    const begun = listen().finally(() => {
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
