import type { Kind } from '../kind.ts'
import type { Priority } from '../priority.ts'

export type ProtocolField = {
  readonly name: string
  readonly help: string
  readonly required: boolean
  /** Required only if another field has this value. */
  readonly requiredIf?: { readonly field: string; readonly is: string }
  /** The time of sending, unless given. */
  readonly now?: true
  /** A time in ISO 8601. */
  readonly time?: true
  /** The only values that it may have. */
  readonly oneOf?: readonly string[]
}

/** A type of protocol mail: the start of its subject, the fields of its body, and its route. */
export type ProtocolType = {
  readonly name: string
  /** `word`: `MERGED nux`; `colon`: `HELP: stuck`. */
  readonly subject: 'word' | 'colon'
  /** How the subject begins. */
  readonly prefix: string
  /** The field that is also in the subject. */
  readonly argument: string | null
  readonly fields: readonly ProtocolField[]
  /** Fields that are sections of Markdown below the others. */
  readonly sections: readonly string[]
  /** `{rig}/witness`, `deacon/`, `self`, `triage`: braces name a field, or the sender's rig. The first that is there. */
  readonly route: readonly string[]
  readonly kind: Kind
  readonly priority: Priority
  /** Text above and below the fields; braces name them. */
  readonly before: string
  readonly after: string
}

const must = (name: string, help: string): ProtocolField => ({ name, help, required: true })
const may = (name: string, help: string): ProtocolField => ({ name, help, required: false })
const time = (name: string, help: string): ProtocolField => ({
  ...may(name, help),
  now: true,
  time: true,
})
const oneOf = (field: ProtocolField, ...words: readonly string[]): ProtocolField => ({
  ...field,
  help: orOf(words),
  oneOf: words,
})

function orOf(words: readonly string[]): string {
  return `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`
}

function type(
  name: string,
  argument: string | null,
  route: readonly string[],
  fields: readonly ProtocolField[],
  more: Partial<ProtocolType> = {},
): ProtocolType {
  const usual = {
    subject: 'word',
    prefix: name,
    sections: [],
    // They report. An acknowledged report owes nothing.
    kind: 'notification',
    priority: 'high',
    before: '',
    after: '',
  } as const
  return { name, argument, fields, route, ...usual, ...more }
}

const merge = [
  must('Branch', 'The branch'),
  may('Issue', 'The issue'),
  must('Polecat', 'The polecat that did the work'),
  must('Rig', "The rig (default: the sender's)"),
]
const ready = merge.map((field) => (field.name === 'Rig' ? { ...field, required: false } : field))
const target = may('Target', 'The branch to merge into')
const failure = [
  ...merge,
  target,
  time('Failed-At', 'When it failed'),
  oneOf(must('Failure-Type', ''), 'tests', 'build', 'push', 'other'),
  must('Error', 'The error message'),
]
const witness = ['{rig}/witness']
const deacon = ['deacon/', 'mayor/']

/** What a witness notes of dispatching; its program reads the bead, and the reason where it failed. */
const dispatch = (name: string, ...more: readonly ProtocolField[]) =>
  type(name, 'Polecat', witness, [
    may('Polecat', 'The polecat'),
    may('Bead', 'The bead (piece of work)'),
    ...more,
  ])

const lifecycle = (act: string) =>
  type(`LIFECYCLE:${act}`, 'Polecat', witness, [may('Polecat', 'The polecat')], { kind: 'request' })

/** Gas Town's nine, FIX_NEEDED, which takes MERGE_FAILED straight to the polecat, and the types that its program knows besides. */
export const protocolTypes: readonly ProtocolType[] = [
  type('POLECAT_DONE', 'Polecat', witness, [
    oneOf(must('Exit', ''), 'MERGED', 'ESCALATED', 'DEFERRED'),
    may('Issue', 'The issue'),
    { ...may('MR', 'The merge request'), requiredIf: { field: 'Exit', is: 'MERGED' } },
    may('Branch', 'The branch'),
  ]),
  type('MERGE_READY', 'Polecat', ['{rig}/refinery'], [...ready, may('Verified', 'What was verified')]),
  type('MERGED', 'Polecat', witness, [
    ...merge,
    target,
    time('Merged-At', 'When'),
    may('Merge-Commit', 'The commit'),
  ]),
  type('MERGE_FAILED', 'Polecat', witness, failure),
  type(
    'FIX_NEEDED',
    'Polecat',
    ['{rig}/polecats/{polecat}'],
    [...failure, may('MR-Bead-ID', 'The merge request'), may('Attempt-Number', 'The number of this attempt')],
  ),
  type(
    'REWORK_REQUEST',
    'Polecat',
    witness,
    [
      ...merge,
      must('Target', 'The branch to rebase onto'),
      time('Requested-At', 'When'),
      may('Conflict-Files', 'Files, separated by commas'),
    ],
    {
      after:
        'Please rebase your changes onto {Target}:\n\n    git fetch origin\n    git rebase origin/{Target}\n    # Resolve any conflicts\n    git push -f\n\nThe Refinery will retry the merge after rebase is complete.',
    },
  ),
  type(
    'RECOVERED_BEAD',
    'Bead',
    deacon,
    [
      must('Bead', 'The bead (piece of work)'),
      must('Polecat', 'The polecat that had it, as RIG/NAME'),
      oneOf(may('Previous Status', ''), 'hooked', 'in_progress'),
    ],
    {
      before: 'Recovered abandoned bead from dead polecat.',
      after: 'The bead has been reset to open with no assignee.\nPlease re-dispatch to an available polecat.',
    },
  ),
  type('RECOVERY_NEEDED', 'Polecat', deacon, [
    must('Polecat', 'RIG/NAME'),
    oneOf(must('Cleanup Status', ''), 'has_uncommitted', 'has_stash', 'has_unpushed'),
    may('Branch', 'The branch'),
    may('Issue', 'The issue'),
    time('Detected', 'When it was found'),
  ]),
  type(
    'HELP',
    null,
    ['triage'],
    [
      must('Agent', 'The agent that needs help (default: the sender)'),
      may('Issue', 'The issue'),
      must('Problem', 'What is wrong'),
      may('Tried', 'What was attempted'),
    ],
    { subject: 'colon', kind: 'request' },
  ),
  type(
    'HANDOFF',
    null,
    ['self'],
    [
      may('attached_molecule', 'Work in progress'),
      { ...may('attached_at', 'When it was attached'), time: true },
    ],
    {
      subject: 'colon',
      prefix: '🤝 HANDOFF',
      sections: ['Context', 'Status', 'Next'],
      kind: 'handoff',
      priority: 'normal',
    },
  ),
  type(
    'CONVOY_NEEDS_FEEDING',
    'ConvoyID',
    ['deacon/'],
    [
      must('ConvoyID', 'The convoy'),
      may('SourceIssue', 'The issue whose merge made room'),
      must('Rig', "The rig (default: the sender's)"),
      time('Merged-At', 'When'),
    ],
    { kind: 'request' },
  ),
  type('SWARM_START', 'SwarmID', witness, [
    may('SwarmID', 'The swarm'),
    may('Beads', 'Its beads, separated by commas'),
    may('Total', 'How many'),
  ]),
  dispatch('DISPATCH_ATTEMPT'),
  dispatch('DISPATCH_OK'),
  dispatch('DISPATCH_FAIL', may('Reason', 'Why it failed')),
  type('IDLE_PASSIVATED', 'Polecat', witness, [
    may('Polecat', 'The polecat'),
    may('IdleDuration', 'For how long it was idle'),
  ]),
  ...['Shutdown', 'Cycle', 'Restart'].map(lifecycle),
  type('LIFECYCLE', null, ['deacon/'], [], { subject: 'colon', kind: 'request' }),
  type('CRASHED_POLECAT', null, witness, [], { subject: 'colon' }),
]

/** Types from the settings take precedence over built-in types of the same name. */
export function typesWith(own: readonly ProtocolType[]): readonly ProtocolType[] {
  const names = new Set(own.map(({ name }) => name))
  return [...own, ...protocolTypes.filter(({ name }) => !names.has(name))]
}

/** A type that was made by settings alone: `TYPE arg` or `TYPE: text`, fields with `*` for what must be there. */
export function ownType(
  name: string,
  said: {
    readonly prefix: string | null
    readonly fields: readonly string[]
    readonly route: readonly string[]
    readonly kind: Kind | null
    readonly priority: Priority | null
  },
): ProtocolType {
  const prefix = said.prefix ?? name
  const fields = said.fields.map((field) =>
    field.endsWith('*') ? must(field.slice(0, -1).trim(), '') : may(field.trim(), ''),
  )
  const colon = prefix.endsWith(':')
  return {
    name,
    subject: colon ? 'colon' : 'word',
    prefix: colon ? prefix.slice(0, -1) : prefix,
    argument: colon ? null : (fields[0]?.name ?? null),
    fields,
    sections: [],
    route: said.route,
    kind: said.kind ?? 'request',
    priority: said.priority ?? 'normal',
    before: '',
    after: '',
  }
}
