import type { Case } from './case.ts'

/** What Watchpost has no part for: kinds of cases, each with the reason. */
export const elsewhere: Readonly<Record<string, string>> = {
  'config.messaging_valid':
    'The settings are a file of our own; lists, queues and channels are made by commands.',
  'queue.config': 'Queues are made by `queue create`, with claimers and a bound on claims.',
  'protocol.dispatch': 'Mail of a type that nobody handles lies in its inbox like any other.',
  'escalation.emoji': 'Severities are words: terminals disagree on how wide such signs are.',
  'escalation.mail_targets': 'Whom an escalation goes to follows from who reports to whom.',
  'escalation.mail_body': 'Escalations are written as ADR-003 has them.',
  'escalation.parse_description': 'An escalation is told in its payload, not in lines of text.',
  'nudge.expand_pattern': 'A nudge is for one agent.',
  'nudge.default_ttl_s': 'A nudge is typed at once and stored nowhere.',
  'nudge.drain': 'A nudge is typed at once and stored nowhere.',
  'mailbox.load_jsonl':
    'A line that cannot be read costs that line, and is told with its place; the mail is in no such file.',
}

/** Where the same question has another answer here. */
export const otherwise: readonly (Pick<Case, 'kind' | 'input'> & {
  readonly ours: unknown
  readonly why: string
})[] = [
  { kind: 'resolve.offline', input: '@town', ours: { error: true }, why: 'Nothing is sent to nobody.' },
  { kind: 'resolve.offline', input: '@overseer', ours: { error: true }, why: 'Nothing is sent to nobody.' },
  {
    kind: 'resolve.offline',
    input: '@rig/gastown',
    ours: { type: 'set', count: 1 },
    why: 'There is always a roster, so a set is opened at once.',
  },
  {
    kind: 'address.crew_shorthand',
    input: {
      identity: 'crew/alice',
      dirs: ['pata/crew/alice', 'pata/crew/bob', 'pata/polecats/rust', 'beads/crew/alice'],
    },
    ours: null,
    why: 'Two that could be meant are an error which lists both, never an address that reaches nobody.',
  },
  {
    kind: 'address.crew_shorthand',
    input: { identity: 'crew/bob', dirs: [] },
    ours: null,
    why: 'An unknown name is an error.',
  },
  {
    kind: 'protocol.parse_body',
    input: { type: 'MERGE_READY', body: 'Branch: polecat/nux\nPolecat: nux' },
    ours: {},
    why: "The document's MERGE_READY has no line for the rig: it is the sender's.",
  },
  {
    kind: 'queue.format_description',
    input: { title: 'Just Title', fields: null },
    ours: 'no place',
    why: 'There is no queue without a name.',
  },
  {
    kind: 'channel.format_description',
    input: { title: 'Just a title', fields: null },
    ours: 'no place',
    why: 'There is no channel without a name.',
  },
  {
    kind: 'group.bead_id',
    input: { prefix: 'bd', name: 'all' },
    ours: 'hq-group-all',
    why: 'Groups are the town’s, whose prefix the document gives as hq.',
  },
  {
    kind: 'labels.from',
    input: [],
    ours: 'nobody',
    why: 'A bead without such a label is from whoever created it.',
  },
  {
    kind: 'mailbox.list_order',
    input: [
      { id: 'msg-001', age_h: 2 },
      { id: 'msg-002', age_h: 1 },
      { id: 'msg-003', age_h: 0 },
    ],
    ours: ['msg-001', 'msg-002', 'msg-003'],
    why: 'Of the same priority the oldest comes first.',
  },
]
