/**
 * Who runs this program, as the machine shows it: variables can be taken away, processes above this one cannot.
 * `unproven`: neither an agent's session nor a person at a terminal, such as cron, a git hook or CI.
 */
export type Identity =
  | { readonly is: 'agent'; readonly why: string }
  | { readonly is: 'person' }
  | { readonly is: 'unproven'; readonly why: string }
