import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, readlinkSync, symlinkSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { programFile, quietEnvironment } from '../../support/batch.ts'
import { type Desk, openDesk } from '../../support/cli.ts'

const agents = [
  'mayor/',
  'deacon/',
  'boot',
  'gastown/witness',
  'gastown/refinery',
  'gastown/polecats/alpha',
  'greenplace/witness',
  'greenplace/Toast',
  'gastown/crew/max',
  'laneassist/crew/dom',
]
let desk: Desk
let bin: string
let env: NodeJS.ProcessEnv
beforeAll(() => {
  desk = openDesk(agents)
  bin = join(desk.folder, 'bin')
  mkdirSync(bin)
  const program = join(bin, 'watchpost')
  writeFileSync(program, `#!/bin/sh\nexec '${process.execPath}' '${programFile}' "$@"\n`)
  chmodSync(program, 0o755)
  const quiet = quietEnvironment()
  env = { ...quiet, HOME: desk.folder, PATH: [bin, quiet['PATH']].join(delimiter) }
  expect(desk.run(['compat', 'gastown', '--to', bin])).toMatchObject({ code: 0 })
  desk.json('group', 'create', 'my-group', 'gastown/witness', 'deacon/')
  desk.json('group', 'create', 'oncall', 'gastown/witness')
  desk.json('queue', 'create', 'my-queue')
  desk.json('queue', 'create', 'work-requests')
  desk.json('send', 'queue:work-requests', '-s', 'Item', '-b', 'Do it.', '--as', 'mayor/')
  desk.json('channel', 'create', 'alerts')
})
afterAll(() => desk.close())

/** A line of sh, as a prompt of a town writes it. */
function typed(line: string, actor = 'gastown/polecats/alpha') {
  const done = spawnSync('sh', ['-c', line], {
    cwd: desk.folder,
    encoding: 'utf8',
    input: '',
    env: { ...env, BD_ACTOR: actor },
  })
  return { code: done.status, out: done.stdout, err: done.stderr }
}

/** The newest mail to a recipient. */
function newest(owner: string) {
  const { messages } = desk.json(
    'inbox',
    owner,
    ...(owner.includes(':') ? [] : ['--all']),
    '--body',
    '--limit',
    '500',
  )
  return messages.toSorted((a: { sentAt: string }, b: { sentAt: string }) =>
    b.sentAt.localeCompare(a.sentAt),
  )[0]
}

const seed = 'Gas Town Mail Protocol'
const help = 'gt mail send --help'
const templates = 'internal/templates'
const formulas = 'internal/formula'

/** Published examples that send: where each stands, the line, who gets what. */
const sent: readonly (readonly [source: string, line: string, owner: string, mail: object])[] = [
  [
    seed,
    `gt mail send greenplace/witness -s "MERGE_READY nux" -m "Branch: feature-xyz
Issue: gp-abc
Polecat: nux
Verified: clean"`,
    'greenplace/witness',
    { subject: 'MERGE_READY nux', body: 'Branch: feature-xyz\nIssue: gp-abc\nPolecat: nux\nVerified: clean' },
  ],
  [seed, 'gt mail send my-group -s "Subject" -m "Body"', 'deacon/', { subject: 'Subject', body: 'Body' }],
  [
    seed,
    'gt mail send queue:my-queue -s "Work item" -m "Details"',
    'queue:my-queue',
    { subject: 'Work item' },
  ],
  [seed, 'gt mail send channel:alerts -s "Alert" -m "Content"', 'channel:alerts', { subject: 'Alert' }],
  [
    help,
    `gt mail send greenplace/Toast -s "Status check" -m "How's that bug fix going?"`,
    'greenplace/Toast',
    { kind: 'notification', priority: 'normal' },
  ],
  [
    help,
    'gt mail send mayor/ -s "Work complete" -m "Finished gt-abc"',
    'mayor/',
    { body: 'Finished gt-abc' },
  ],
  [
    help,
    'gt mail send gastown/ -s "All hands" -m "Swarm starting" --notify',
    'gastown/refinery',
    { subject: 'All hands', priority: 'high' },
  ],
  [
    help,
    'gt mail send greenplace/Toast -s "Task" -m "Fix bug" --type task --priority 1',
    'greenplace/Toast',
    { kind: 'request', priority: 'high' },
  ],
  [
    help,
    'gt mail send greenplace/Toast -s "Urgent" -m "Help!" --urgent',
    'greenplace/Toast',
    { priority: 'urgent' },
  ],
  [
    help,
    'gt mail send --self -s "Handoff" -m "Context for next session"',
    'gastown/alpha',
    { subject: 'Handoff', from: 'gastown/alpha' },
  ],
  [
    help,
    'gt mail send greenplace/Toast -s "Update" -m "Progress report" --cc mayor/',
    'mayor/',
    { cc: ['mayor/'] },
  ],
  [help, 'gt mail send list:oncall -s "Alert" -m "System down"', 'gastown/witness', { subject: 'Alert' }],
  [
    help,
    `gt mail send mayor/ -s "Update" --stdin <<'BODY'
Message with 'quotes' and "quotes" and $variables.
BODY`,
    'mayor/',
    { body: `Message with 'quotes' and "quotes" and $variables.\n` },
  ],
  [
    templates,
    'gt mail send gastown/witness -s "🤝 HANDOFF: ..." -m "Context for next session"',
    'gastown/witness',
    { subject: '🤝 HANDOFF: ...' },
  ],
  [
    templates,
    'gt mail send mayor/ -s "ESCALATE from polecat nux" -m "..."',
    'mayor/',
    { subject: 'ESCALATE from polecat nux' },
  ],
  [
    formulas,
    `gt mail send deacon/ -s "DOG_DONE: stale-db" -m "Task: stale-db-scan"`,
    'deacon/',
    { subject: 'DOG_DONE: stale-db' },
  ],
  [formulas, 'gt mail send boot -s "Boot handoff" -m "Completed triage cycle."', 'boot', {}],
  [
    'internal/hooks',
    `gt mail send laneassist/crew/dom -s "PR Review" --stdin <<'BODY'
Ready.
BODY`,
    'laneassist/dom',
    { body: 'Ready.\n' },
  ],
  [
    'gt nudge --help, internal/formula',
    `gt nudge --mode=queue deacon "Boot check-in: you have pending work"`,
    'deacon/',
    { body: 'Boot check-in: you have pending work', kind: 'notification' },
  ],
]

/** Published examples that look, change or are refused: the exit code, and what is printed. */
const others: readonly (readonly [source: string, line: string, exit: number, shows: RegExp])[] = [
  [seed, 'gt mail inbox', 0, /Handoff/u],
  [help, 'gt mail inbox --all', 0, /Handoff/u],
  [help, 'gt mail inbox --unread', 0, /Handoff/u],
  [help, 'gt mail inbox mayor/', 0, /Work complete/u],
  [help, 'gt mail inbox --identity greenplace/Toast', 0, /Status check/u],
  [formulas, 'gt mail inbox deacon --json 2>/dev/null', 0, /"owner":"deacon\/"/u],
  [help, 'gt mail read 1', 0, /Handoff|All hands/u],
  [help, 'gt mail read 99', 3, /no row 99/u],
  [help, 'gt mail check', 0, /unread/u],
  [help, 'gt mail mark-read --all', 0, /ack/u],
  ['hooks of a town', 'gt mail check --inject', 0, /^$/u],
  [help, 'gt mail check', 1, /0 unread/u],
  [help, 'gt mail search "urgent"', 0, /Urgent/u],
  [help, 'gt mail search "status.*check" --subject', 0, /Status check/u],
  [help, 'gt mail search "down" --from alpha', 0, /Alert/u],
  [help, 'gt mail search "(a|b)+"', 2, /not a pattern/u],
  [help, 'gt mail announces', 0, /alerts/u],
  [help, 'gt mail announces alerts', 0, /Alert/u],
  [seed, 'gt mail channel list', 0, /alerts/u],
  [seed, 'gt mail channel show alerts', 0, /Alert/u],
  ['gt mail channel --help', 'gt mail channel create builds --retain-count=100', 0, /last 100/u],
  ['gt mail channel --help', 'gt mail channel subscribe builds', 0, /gastown\/alpha/u],
  [seed, 'gt mail channel delete builds', 0, /builds/u],
  [seed, 'gt mail group create ops-team gastown/witness gastown/crew/max', 0, /gastown\/crew\/max/u],
  [seed, 'gt mail group list', 0, /ops-team/u],
  [seed, 'gt mail group show ops-team', 0, /gastown\/witness/u],
  [seed, 'gt mail group add ops-team deacon/', 0, /deacon\//u],
  [seed, 'gt mail group remove ops-team gastown/witness', 0, /deacon\//u],
  [seed, 'gt mail group delete ops-team', 0, /deacon/u],
  [
    'gt mail queue --help',
    "gt mail queue create work --claimers 'gastown/polecats/*'",
    0,
    /gastown\/polecats/u,
  ],
  ['gt mail queue --help', 'gt mail queue show work', 0, /fifo/u],
  ['gt mail queue --help', 'gt mail queue list', 0, /my-queue/u],
  ['gt mail queue --help', 'gt mail queue delete work', 0, /closed/u],
  ['gt mail claim --help', 'gt mail claim work-requests', 0, /Do it\./u],
  ['gt mail claim --help', 'gt mail claim work-requests', 1, /Nothing|no item|nothing/iu],
  ['gt mail drain --help', 'gt mail drain --identity gastown/witness', 0, /no stale/u],
  ['gt mail directory --help', 'gt mail directory', 0, /gastown\/witness/u],
  ['gt nudge --help', 'gt nudge witness "Check polecat health"', 3, /pane of gastown\/witness/u],
  ['gt nudge --help', 'gt nudge channel:workers "New priority work available"', 2, /no agent/u],
  ['gt deacon redispatch --help', 'gt deacon redispatch gt-abc123 --rig gastown', 2, /stays in its rig/u],
  ['gt mail archive --help', 'gt mail archive --stale', 2, /older-than/u],
  ['gt mail hook --help', 'gt mail hook msg-abc123', 2, /no hooked beads/u],
  ['no command of gt', 'gt mail bounce', 2, /Unknown command: gt mail bounce/u],
  ['no flag of gt', 'gt mail send mayor/ -s x --sealed', 2, /no flag --sealed/u],
]

describe("Gas Town's examples", () => {
  test.each(sent)('%s: %s', (_source, line, owner, mail) => {
    const done = typed(line)
    expect(done).toMatchObject({ code: 0 })
    expect(newest(owner)).toMatchObject({ ...mail })
  })

  test.each(others)('%s: %s ends with %i', (_source, line, exit, shows) => {
    const done = typed(line)
    expect(done).toMatchObject({ code: exit })
    expect(done.out + done.err).toMatch(shows)
  })

  test('a message is read without becoming read, acknowledged, answered, archived', () => {
    const { id } = desk.json('send', 'gastown/alpha', '-s', 'Rebase', '-b', 'Please.', '--as', 'mayor/')
    const status = () =>
      desk.json('inbox', 'gastown/alpha', '--all').messages.find((m: { id: string }) => m.id === id)?.status
    expect(typed(`gt mail read ${id}`).out).toContain('Please.')
    expect(status()).toBe('unread')
    expect(typed(`gt mail ack ${id}`).code).toBe(0)
    expect(status()).toBe('read')
    expect(typed(`gt mail reply ${id} "Thanks, working on it now"`).code).toBe(0)
    expect(newest('mayor/')).toMatchObject({ subject: 'Re: Rebase', body: 'Thanks, working on it now' })
    expect(typed(`gt mail thread ${id}`).out).toContain('working on it')
    expect(typed(`gt mail archive ${id}`).code).toBe(0)
    expect(status()).toBe('archived')
  })

  test('drain archives stale protocol mail and nothing else', () => {
    const subjects = ['MERGED nux', 'Was it MERGED?', 'POLECAT_DONE nux']
    for (const subject of subjects)
      desk.json('send', 'greenplace/witness', '-s', subject, '-b', '-', '--as', 'mayor/')
    expect(typed('gt mail drain --all', 'greenplace/witness').code).toBe(0)
    const left = desk.json('inbox', 'greenplace/witness').messages.map((m: { subject: string }) => m.subject)
    expect(left).toEqual(['Was it MERGED?'])
  })
})

describe('words of an agent are never flags of ours', () => {
  test.each([
    ["printf -- '- one\\n' | gt nudge mayor --stdin --mode queue", '- one\n'],
    ['gt nudge mayor --mode queue -- --help', '--help'],
    ['gt nudge mayor --mode queue -m -', '-'],
    ['gt mail send mayor/ -s Text -m -', '-'],
    ['gt mail send mayor/ -s Text --message=--help', '--help'],
  ])('%s sends its text', (line, body) => {
    expect(typed(line)).toMatchObject({ code: 0 })
    expect(newest('mayor/').body.trim()).toBe(body.trim())
  })

  test.each([
    ["printf -- '- one\\n' | gt nudge mayor --stdin", 'pane'],
    ['gt nudge mayor -- --force', 'pane'],
    ['gt nudge mayor -- --help', 'pane'],
  ])('%s fails for want of a pane', (line, why) => {
    const { code, out, err } = typed(line)
    expect({ code, out }).toEqual({ code: expect.any(Number), out: '' })
    expect(code).not.toBe(0)
    expect(code).not.toBe(2)
    expect(err).toContain(why)
  })

  test.each([
    'gt mail read -- --help',
    'gt mail archive -- --help',
    'gt mail archive -- --all-of-it',
    'gt mail archive -',
    'gt mail mark-read -- --help',
    'gt mail mark-unread -- --version',
    'gt mail delete -- --json',
    'gt mail thread -- --help',
    'gt mail reply -m x -- --help',
    'gt mail claim -- --help',
    'gt mail release -- --help',
    'gt mail inbox -- --all',
    'gt mail clear -- --help',
    'gt mail channel show -- --help',
    'gt mail channel subscribe -- --help',
    'gt mail queue show -- --help',
    'gt mail group create -- new-group --help',
    'gt mail group add -- my-group --help',
    'gt mail group show -- --help',
    'gt mail send -s s -m m -- --help',
    'gt deacon redispatch -- --help',
  ])('%s is refused', (line) => {
    const { code, out } = typed(line)
    expect({ refused: code !== 0, out }).toEqual({ refused: true, out: '' })
  })

  test.each(['--as mayor/', '--store elsewhere', '--version', '--no-color'])(
    'gt mail inbox %s is an unknown flag',
    (flags) => {
      const { code, err } = typed(`gt mail inbox ${flags}`)
      expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(flags.split(' ')[0] ?? '') })
    },
  )
})

describe('the program gt', () => {
  test('is not written where a file or a link of another stands', () => {
    const file = join(desk.folder, 'plain-file')
    writeFileSync(file, '')
    expect(desk.run(['compat', 'gastown', '--to', file])).toMatchObject({ code: 2 })
    const linked = join(desk.folder, 'linked')
    mkdirSync(linked)
    symlinkSync('nowhere', join(linked, 'gt'))
    expect(desk.run(['compat', 'gastown', '--to', linked])).toMatchObject({ code: 4 })
    expect(readlinkSync(join(linked, 'gt'))).toBe('nowhere')
  })

  test('is written again, and printed', () => {
    const before = readFileSync(join(bin, 'gt'), 'utf8')
    expect(desk.run(['compat', 'gastown', '--to', bin], { env })).toMatchObject({ code: 0 })
    expect(desk.run(['compat', 'gastown']).out).toBe(before)
  })

  test.each([
    ['the real one on the PATH', () => join(desk.folder, 'real'), () => join(desk.folder, 'other')],
    ['a file of somebody else', () => join(desk.folder, 'theirs'), () => join(desk.folder, 'theirs')],
  ])('never takes the place of %s', (_what, of, to) => {
    mkdirSync(of())
    const real = join(of(), 'gt')
    writeFileSync(real, '#!/bin/sh\necho real\n')
    chmodSync(real, 0o755)
    const path = { PATH: [of(), env['PATH']].join(delimiter) }
    const done = desk.run(['compat', 'gastown', '--to', to()], { env: path })
    expect(done).toMatchObject({ code: 4 })
    expect(done.err).toContain(real)
    expect(readFileSync(real, 'utf8')).toContain('echo real')
  })

  test('an agent that Watchpost knows otherwise keeps its name', () => {
    const line = 'WATCHPOST_AGENT=gastown/witness gt mail send --self -s Name -m Body'
    expect(typed(line)).toMatchObject({ code: 0 })
    expect(newest('gastown/witness')).toMatchObject({ from: 'gastown/witness', subject: 'Name' })
  })
})
