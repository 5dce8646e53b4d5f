/** A tmux pane, and its server (socket and process, as in `TMUX`); `null`: the server of the caller. */
export type Pane = { readonly id: string; readonly server: string | null }

/** Terminals of agents. `hint` says what to do where one cannot be reached. */
export type PaneDriver = {
  /**
   * Types a line and Enter at an empty prompt, while nobody else types there. `check` is asked right before.
   * @throws MailError as `check` · `not-found` no such pane · `conflict` its program ended, its screen asks something, or, if
   * `force` is not given, it shows no empty prompt of a coding agent
   */
  nudge(
    pane: Pane,
    text: string,
    how: { readonly force: boolean; readonly hint: string; readonly check: () => Promise<void> },
  ): Promise<void>
  /** A pane's content now, as plain text. Any program may have written it. @throws MailError `not-found` no such pane */
  capture(pane: Pane, hint: string): Promise<string>
  /**
   * The titles of the panes of these servers, by `server pane`, as programs set them: text of others. A server that does not answer has
   * none, and a pane that has the name of the machine for a title has no title.
   */
  titles(servers: readonly (string | null)[]): Promise<ReadonlyMap<string, string>>
  /** Brings a pane to the front of the person's terminal. @throws MailError `not-found` no such pane */
  show(pane: Pane, hint: string): Promise<void>
}
