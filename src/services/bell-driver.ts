import type { MailStore } from '../../store/mail-store.ts'
import type { BellWay, InboxWay } from '../domain/bell.ts'
import type { Settings } from '../domain/settings/settings.ts'
import type { Pane } from './pane-driver.ts'

/** The part of a sender's context that decides which agents to wake. */
export type Sender = {
  readonly store: Pick<MailStore, 'bells' | 'location'>
  readonly settings: Pick<Settings, 'wake'>
  readonly now: () => number
}

/** Where a bell is to be heard. */
export type BellTarget = {
  readonly way: BellWay
  /** The session; `null`: only the agent's pane is known. */
  readonly session: string | null
  readonly pane: Pane | null
}

/** Bells of agents' sessions. None of it waits for long, and nothing but the line is handed over. */
export type BellDriver = {
  /** The inbox of the session that started this process, if it handed over the key; `session` is this process's own. */
  readonly inbox: { readonly way: InboxWay; readonly session: (agent: string) => string | null } | null
  /**
   * Hands over a line, which is asked for at the last moment; `null` then means that the bell is no longer needed.
   * Returns `rung`, `silent`, or the reason why nobody heard it.
   */
  ring(target: BellTarget, line: () => Promise<string | null>): Promise<string>
  /** Has these agents' bells rung soon, by another process or at another time: the caller waits for nothing. */
  later(sender: Sender, agents: readonly string[]): void
  /** Does now what `later` put off: this process is about to end. Never fails. */
  flush(): Promise<void>
}
