/**
 * What a change of the store can alter: messages and their copies; agents, their sessions and what they wait for; who sits before a
 * screen; tasks and debates; queues, channels, groups, and a person's drafts and saved searches; the log.
 */
export const changeKinds = ['mail', 'roster', 'presence', 'tasks', 'places', 'log'] as const
export type ChangeKind = (typeof changeKinds)[number]

/** What Attention and the counts of the header are read from. */
export const headKinds: readonly ChangeKind[] = ['mail', 'roster', 'tasks', 'places']
