import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { triageHelp } from '../../src/domain/protocol/help-triage.ts'
import { buildMail } from '../../src/domain/protocol/protocol-build.ts'
import { parseMail, typeOfSubject } from '../../src/domain/protocol/protocol-mail.ts'
import { ownType, protocolTypes, typesWith } from '../../src/domain/protocol/protocol-types.ts'

const typeNamed = (name: string) => {
  const type = protocolTypes.find((one) => one.name === name)
  if (type === undefined) throw new Error(name)
  return type
}
const sender = { address: 'greenplace/witness', rig: 'greenplace', now: '2027-01-31T12:00:00.000Z' }
const parse = (subject: string, body = '', from = '') => parseMail(subject, body, protocolTypes, from)

test.each<readonly [string, string | null, string]>([
  ['POLECAT_DONE nux', 'POLECAT_DONE', 'nux'],
  ['  MERGE_READY nux  ', 'MERGE_READY', 'nux'],
  ['MERGE_READY greenplace/nux', 'MERGE_READY', 'greenplace/nux'],
  ['MERGE_READY', 'MERGE_READY', ''],
  ['MERGE_READYBAR', null, ''],
  ['MERGEDFOO', null, ''],
  ['MERGED: nux', null, ''],
  ['merged nux', null, ''],
  ['HELP: Polecat stuck on test failures', 'HELP', 'Polecat stuck on test failures'],
  ['HELP stuck', null, ''],
  ['🤝 HANDOFF: Schema work in progress', 'HANDOFF', 'Schema work in progress'],
  ['🤝HANDOFF: Patrol', 'HANDOFF', 'Patrol'],
  ['REWORK_REQUEST valkyrie', 'REWORK_REQUEST', 'valkyrie'],
  ['', null, ''],
])('the subject %j is of type %s', (subject, type, argument) => {
  const found = typeOfSubject(subject, protocolTypes)
  expect(found?.type.name ?? null).toBe(type)
  expect(found?.argument ?? '').toBe(argument)
})

describe('what a mail says', () => {
  test.each<readonly [string, string, string, string, Record<string, string>, readonly string[]]>([
    [
      'all of it',
      'POLECAT_DONE nux',
      'Exit: MERGED\nIssue: gt-abc123\nMR: gt-mr-xyz\nBranch: feature',
      '',
      { Exit: 'MERGED', Issue: 'gt-abc123', MR: 'gt-mr-xyz', Branch: 'feature', Polecat: 'nux' },
      [],
    ],
    [
      'by its subject and sender',
      'MERGED nux',
      'Branch: b',
      'gastown/refinery',
      { Branch: 'b', Polecat: 'nux', Rig: 'gastown' },
      [],
    ],
    ['with what is missing', 'MERGED', 'Hello: world', '', { Hello: 'world' }, ['Branch', 'Polecat', 'Rig']],
    [
      'the first of a key',
      'POLECAT_DONE a',
      'Exit: ESCALATED\nExit: DEFERRED',
      '',
      { Exit: 'ESCALATED', Polecat: 'a' },
      [],
    ],
    [
      'another spelling',
      'MERGE_FAILED a',
      'FailureType: build\nerror:  x: y \nRig: r\nbranch: b',
      '',
      { 'Failure-Type': 'build', Error: 'x: y', Rig: 'r', Branch: 'b', Polecat: 'a' },
      [],
    ],
    [
      'a rig before the polecat',
      'MERGE_READY greenplace/nux',
      'Branch: b',
      '',
      { Branch: 'b', Polecat: 'nux', Rig: 'greenplace' },
      [],
    ],
    ['without what is in code', 'POLECAT_DONE a', '```\nExit: MERGED\n```', '', { Polecat: 'a' }, ['Exit']],
    ['HELP', 'HELP: stuck', 'Tried: all', 'x/y', { Tried: 'all', Agent: 'x/y', Problem: 'stuck' }, []],
    [
      'an odd key',
      'POLECAT_DONE a',
      '__proto__: x\nconstructor: y\nExit: D',
      '',
      { constructor: 'y', Exit: 'D', Polecat: 'a' },
      [],
    ],
  ])('%s', (_what, subject, body, from, fields, missing) => {
    expect(parse(subject, body, from)).toMatchObject({ fields, missing })
  })

  test('a recovered bead with its sentences', () => {
    const body =
      'Recovered abandoned bead from dead polecat.\n\nBead: gt-1\nPolecat: greenplace/nux\nPrevious Status: hooked\n\nThe bead has been reset to open with no assignee.'
    expect(parse('RECOVERED_BEAD gt-1', body)).toEqual({
      type: 'RECOVERED_BEAD',
      argument: 'gt-1',
      fields: { Bead: 'gt-1', Polecat: 'greenplace/nux', 'Previous Status': 'hooked' },
      missing: [],
      text: 'Recovered abandoned bead from dead polecat.\n\n\nThe bead has been reset to open with no assignee.',
    })
  })

  test('a handoff with its sections', () => {
    const body =
      'attached_molecule: mol-1\nattached_at: now\n\n## Context\nSchema: half done\n\n## Status\nred\n\n## Next\n- fix\n- push\n\n## Other\nx'
    expect(parse('🤝 HANDOFF: Schema', body)?.fields).toEqual({
      attached_molecule: 'mol-1',
      attached_at: 'now',
      Context: 'Schema: half done',
      Status: 'red',
      Next: '- fix\n- push',
      Other: 'x',
    })
  })
})

describe('a mail that is built', () => {
  test.each(protocolTypes.map(({ name }) => name))('%s reads as it was written', (name) => {
    const type = typeNamed(name)
    const given = Object.fromEntries(
      [...type.fields.map((field) => field.name), ...type.sections].map((field) => [
        field,
        `v-${field.length}`,
      ]),
    )
    const { subject, body, missing } = buildMail(type, given, sender, { brief: 'brief' })
    expect(missing).toEqual([])
    expect(parse(subject, body)).toMatchObject({ type: name, fields: given, missing: [] })
  })

  test.each(protocolTypes.map(({ name }) => name))('%s names what is missing', (name) => {
    const type = typeNamed(name)
    const implied = ['Rig', 'Agent', 'Failed-At']
    const required = type.fields.filter((field) => field.required && !implied.includes(field.name))
    expect(buildMail(type, {}, sender).missing).toEqual(required)
  })

  test('of a merge conflict tells how to rebase', () => {
    const { subject, body } = buildMail(
      typeNamed('REWORK_REQUEST'),
      { branch: 'b', polecat: 'greenplace/nux', target: 'main', conflict_files: 'a.go, b.go', extra: 'kept' },
      { ...sender, rig: '' },
    )
    expect(subject).toBe('REWORK_REQUEST nux')
    expect(body).toContain(
      'Rig: greenplace\nTarget: main\nRequested-At: 2027-01-31T12:00:00.000Z\nConflict-Files: a.go, b.go\nextra: kept',
    )
    expect(body).toContain('git rebase origin/main')
  })

  test('keeps a value on its line, so that it cannot forge another', () => {
    const { subject, body } = buildMail(
      typeNamed('POLECAT_DONE'),
      { Exit: 'X\nBranch: forged', Polecat: 'a\nb' },
      sender,
    )
    expect(subject).toBe('POLECAT_DONE a b')
    expect(parse(subject, body)?.fields).toEqual({ Exit: 'X Branch: forged', Polecat: 'a b' })
  })
})

test("a type of one's own is built and read like any other, and goes before one that is known", () => {
  const said = { prefix: null, fields: ['Service*', 'Version'], route: ['ops/'], kind: null, priority: null }
  const deploy = ownType('DEPLOY_DONE', said)
  const { subject, body, missing } = buildMail(deploy, { service: 'api' }, sender)
  expect([subject, missing]).toEqual(['DEPLOY_DONE api', []])
  expect(parseMail(subject, body, typesWith([deploy]))).toMatchObject({
    type: 'DEPLOY_DONE',
    fields: { Service: 'api' },
  })
  const help = ownType('HELP', { ...said, prefix: 'HELP:' })
  expect(parseMail('HELP: x', '', typesWith([help]))?.missing).toEqual(['Service'])
  expect(typesWith([help]).filter(({ name }) => name === 'HELP')).toEqual([help])
})

test.each<readonly [string, string, string, string, string]>([
  ['Security vulnerability found', 'Exposed secret in logs', 'emergency', 'critical', 'human'],
  ['SECURITY issue found', 'Possible BREACH in auth', 'emergency', 'critical', 'human'],
  ['Merge conflict in main.go', 'Cannot proceed with rebase', 'blocked', 'high', 'mayor/'],
  ['Polecat stuck on test failures', '', 'blocked', 'high', 'mayor/'],
  [
    'Polecat zombie detected',
    'Session dead but bead still in_progress',
    'lifecycle',
    'medium',
    '{rig}/witness',
  ],
  ['Tests failing', '', 'failed', 'high', 'deacon/'],
  ['Which way to go', 'Need a decision', 'decision', 'medium', 'deacon/'],
  ['Hm', '', 'other', 'medium', 'mayor/'],
])('HELP: %s (%s) is %s', (topic, problem, category, severity, first) => {
  const triage = triageHelp(topic, problem)
  expect([triage.category, triage.severity, triage.route[0]]).toEqual([category, severity, first])
})

const noise = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc
    .array(
      fc.constantFrom(
        'Branch',
        ':',
        ' ',
        '\n',
        '\r',
        '## ',
        'Context',
        '```',
        'x',
        '🤝 HANDOFF',
        'HELP:',
        '\u0000',
        '\u202e',
        '\t',
        'Exit: A',
        '-',
        'MERGED ',
      ),
      { maxLength: 60 },
    )
    .map((parts) => parts.join('')),
)
const subjects = fc
  .tuple(fc.constantFrom('', 'MERGED ', 'HELP: ', '🤝 HANDOFF', 'FIX_NEEDED', 'RECOVERED_BEAD\t'), noise)
  .map((parts) => parts.join(''))

test('ten thousand subjects and bodies, of noise and of what looks like mail, are read without harm', () => {
  fc.assert(
    fc.property(subjects, noise, noise, (subject, body, from) => {
      const parsed = parse(subject, body, from)
      if (parsed === null) return
      for (const [name, value] of Object.entries(parsed.fields))
        expect([typeof name, typeof value]).toEqual(['string', 'string'])
      for (const name of parsed.missing) expect(parsed.fields[name] ?? '').toBe('')
    }),
    { numRuns: 10_000 },
  )
})

test('a long line without an end costs no time', () => {
  const long = `${'Key '.repeat(200_000)}: x`
  expect(parse('MERGED a', `${long}\nBranch: b`)?.fields['Branch']).toBe('b')
})

describe.each(protocolTypes.map((type) => [type.name, type] as const))('the subject of %s', (_name, type) => {
  const whole = `${type.prefix}${type.subject === 'colon' ? ':' : ''} nux`
  const named = type.argument === null ? {} : { [type.argument]: 'nux' }
  test.each<readonly [string, Record<string, string>, string, string | null]>([
    ['is made of the part that its sender chose', {}, 'nux', null],
    ['may be given whole', {}, whole, null],
    ['agrees with its field', named, 'nux', null],
    [
      'may be spelled as its field is',
      type.argument === null ? {} : { [type.argument]: 'gastown/nux' },
      'gastown/nux',
      null,
    ],
    ['is that of its field', named, 'ace', type.argument === null ? null : 'ace'],
  ])('%s', (_what, fields, brief, unplaced) => {
    const built = buildMail(type, fields, sender, { brief })
    const chosen = type.argument === null && brief === 'ace' ? 'ace' : 'nux'
    const said = typeOfSubject(built.subject, protocolTypes)
    expect(said?.type).toBe(type)
    expect(said?.argument.replace(/^gastown\//u, '')).toBe(chosen)
    expect(built.unplaced).toBe(unplaced)
  })
})
