import type { AlertMoment } from '../src/domain/alerts/alert-plan.ts'

/** A program of a person's, by its name in the person's settings. */
export type Alerting = { readonly person: string; readonly program: string }

/** `whole`: these are all items that there are, so that others have left Attention. */
export type FoundItems = { readonly items: readonly string[]; readonly whole: boolean }

/** `until`: a claim whose process died ends then. */
export type AlertClaim = AlertMoment & { readonly until: number }

/** How the start of a program ended. `back`: it was not tried, or was broken off. */
export type AlertEnd = 'sent' | 'back' | { readonly error: string }

/** What programs were told of what needs a person: each item once for each program. */
export type AlertStore = {
  /**
   * Claims what a program is to be told of now, and notes what is for later, as `planAlerts` says. Of several processes that ask at
   * one moment each item goes to one. `together`: as a digest.
   */
  take(
    of: Alerting,
    found: FoundItems,
    claim: AlertClaim,
  ): Promise<{ readonly items: readonly string[]; readonly together: boolean }>
  /** Notes how it ended for items that were taken, and when they are tried again. */
  settle(of: Alerting, items: readonly string[], end: AlertEnd, at: number): Promise<void>
  /** Forgets what has not changed since then. Answers how much that was. */
  prune(before: number): Promise<number>
}
