import { triageHelp } from '../../src/domain/protocol/help-triage.ts'
import { buildMail } from '../../src/domain/protocol/protocol-build.ts'
import { fieldName, parseMail, typeOfSubject } from '../../src/domain/protocol/protocol-mail.ts'
import { typesWith } from '../../src/domain/protocol/protocol-types.ts'
import { beadOfSubject, rigOfBody } from '../../src/domain/redispatch.ts'
import { type Judge, picked } from './case.ts'

const types = typesWith([])
const nameOf = (subject: string) => typeOfSubject(subject, types)?.type.name ?? null

type Mail = { readonly type: string; readonly subject?: string; readonly body: string }
type Fields = Readonly<Record<string, unknown>>

/** Gas Town's programs spell fields their way, split lists, count numbers, and have an empty text for nothing. */
function spelled(mail: Mail, names: readonly string[], examples: Fields): Fields {
  const subject = mail.subject ?? mail.type
  const parsed = parseMail(subject, mail.body, types)
  const type = types.find(({ name }) => name === mail.type)
  if (parsed === null || type === undefined || parsed.type !== mail.type) return { error: true }
  const spelling: Readonly<Record<string, string>> = { idle: 'IdleDuration' }
  return Object.fromEntries(
    names.map((name) => {
      const value = parsed.fields[fieldName(type, spelling[name] ?? name)] ?? ''
      const example = examples[name]
      if (Array.isArray(example)) return [name, value === '' ? [] : value.split(/\s*,\s*/u)]
      return [name, typeof example === 'number' ? Number(value) : value]
    }),
  )
}

const fieldsOf: Judge = (mail: Mail, expected: Fields) => [
  spelled(mail, Object.keys(expected), expected),
  expected,
]

function missingOf({ type, subject = type, body }: Mail): readonly string[] {
  return parseMail(subject, body, types)?.missing ?? []
}

export const protocolJudges: Readonly<Record<string, Judge>> = {
  'protocol.subject_type': (input: string, expected: string | null) => [nameOf(input), expected],
  'protocol.subject_argument': (input: string, expected: string) => [
    typeOfSubject(input, types)?.argument ?? '',
    expected,
  ],
  'protocol.is_protocol': (input: string, expected: boolean) => [nameOf(input) !== null, expected],
  'protocol.doc_example': (input: { subject: string }, expected: { type: string; argument: string }) => {
    const found = typeOfSubject(input.subject, types)
    return picked({ type: found?.type.name, argument: found?.argument }, expected)
  },
  'protocol.build': (
    { type: name, ...input }: Readonly<Record<string, string | readonly string[]>>,
    expected: { subject: string; to?: string; priority?: string; body_contains: readonly string[] },
  ) => {
    const type = types.find((one) => one.name === name)
    if (type === undefined) return [null, expected]
    const given = Object.fromEntries(
      Object.entries(input).map(([field, value]) => [field, [value].flat().join(', ')]),
    )
    const rig = String(input['rig'])
    const writer = type.name === 'MERGE_READY' ? 'witness' : 'refinery'
    const from = `${rig}/${writer}`
    const built = buildMail(type, given, { address: from, rig, now: '2027-01-31T12:00:00.000Z' })
    const ours = {
      subject: built.subject,
      from,
      to: type.route[0]?.replace('{rig}', rig),
      priority: type.priority,
      body_contains: expected.body_contains.filter((line) => built.body.includes(line)),
    }
    return picked(ours, expected)
  },
  'protocol.parse_body': (mail: Mail, expected: Fields) =>
    'error' in expected
      ? [missingOf(mail).length > 0 ? { error: 'missing required' } : {}, expected]
      : fieldsOf(mail as never, expected as never),
  'protocol.accept': ({ subject, body }: { subject: string; body: string }, expected: boolean) => {
    const parsed = parseMail(subject, body, types)
    return [parsed !== null && parsed.missing.length === 0, expected]
  },
  'witness.classify_subject': (input: string, expected: string) => [
    (nameOf(input) ?? 'unknown').toLowerCase().replace(':', '_'),
    expected,
  ],
  'witness.parse': fieldsOf,
  'message.is_drainable': (input: string, expected: boolean) => [nameOf(input) !== null, expected],
  'help.assess': ({ topic, problem }: { topic: string; problem: string }, expected: { route?: string }) => {
    const triage = triageHelp(topic, problem)
    const spellings: Readonly<Record<string, string>> = {
      human: 'overseer',
      'mayor/': 'mayor',
      '{rig}/witness': 'witness',
    }
    return picked({ ...triage, route: spellings[triage.route[0] ?? ''] }, expected)
  },
  'recovered_bead.subject': (input: string, expected: string) => [beadOfSubject(input), expected],
  'recovered_bead.body_rig': (input: string, expected: string) => [rigOfBody(input), expected],
}
