import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Desk, openDesk, personAt } from '../../support/cli.ts'

let desk: Desk
beforeEach(() => {
  desk = openDesk(['ops/witness', 'ops/refinery', 'critic'])
})
afterEach(() => desk.close())

/** A program that keeps the subject line of what it is given; and the settings that name it, the user's own. */
function handle(type: string, program = 'cat > "$HOME/handled"; exit 0'): void {
  const file = join(desk.folder, 'handler.sh')
  writeFileSync(file, `#!/bin/sh\n${program}\n`)
  chmodSync(file, 0o755)
  const folder = join(desk.folder, '.config/watchpost')
  mkdirSync(folder, { recursive: true })
  const types = `types:\n  ${type}:\n    fields: [Service*, Version]\n    route: "{rig}/witness"\n`
  writeFileSync(join(folder, 'config.yaml'), `${types}handlers:\n  ${type}: [${file}]\n`)
}
const handled = () => join(desk.folder, 'handled')
const deploy = () =>
  desk.json('send', '--template', 'DEPLOY_DONE', '--field', 'service=api', '--as', 'ops/refinery')
    .id as string
const statusOf = (id: string, as = 'ops/witness') =>
  desk.json('read', id, '--peek', '--as', as).messages[0].status as string

describe('a type that was made by settings alone', () => {
  test('is sent, and handled by patrol', () => {
    handle('DEPLOY_DONE')
    const id = deploy()
    expect(desk.run(['patrol', '--dry-run']).out).toContain('would start a handler for ops/witness')
    expect(existsSync(handled())).toBe(false)
    expect(desk.run(['patrol']).out).toContain('completed')
    expect(readFileSync(handled(), 'utf8')).toContain('DEPLOY_DONE api')
    expect(statusOf(id)).toBe('archived')
  })

  test('is handled by run, and other mail is left alone', () => {
    handle('DEPLOY_DONE')
    const id = deploy()
    const other = desk.json('send', 'ops/witness', '-s', 'Hello').id as string
    const ran = desk.run(['run', 'ops/witness', '--once', '--json'])
    expect(JSON.parse(ran.out)).toMatchObject({ message: id, outcome: 'completed' })
    expect(statusOf(other)).toBe('unread')
  })

  test('whose handler fails has failed, with its reason', () => {
    handle('DEPLOY_DONE', 'echo broken >&2; exit 3')
    const id = deploy()
    expect(desk.run(['patrol']).out).toContain('broken')
    expect(statusOf(id)).toBe('failed')
  })

  test("whose handler stands in the store's settings is refused, and nothing is started", () => {
    handle('DEPLOY_DONE')
    writeFileSync(join(desk.store, 'config.yaml'), 'handlers:\n  HELP: [/bin/sh]\n')
    expect(desk.run(['patrol'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('handlers names programs'),
    })
  })
})

test('run without a program or a handler says what to name', () => {
  expect(desk.run(['run', 'critic', '--once'])).toMatchObject({ code: 2 })
})

describe('the commands', () => {
  test('parse reads standard input without being told to', () => {
    const { out, code } = desk.run(['parse', '--json'], { input: 'MERGED nux\n\nBranch: b\nRig: ops\n' })
    expect([code, JSON.parse(out)]).toMatchObject([
      0,
      { type: 'MERGED', fields: { Branch: 'b', Polecat: 'nux' }, missing: [] },
    ])
  })

  test('template preview shows what would be sent, harmless, and sends nothing', () => {
    const { out, err, code } = desk.run([
      'template',
      'preview',
      'merge-ready',
      '--field',
      'Branch=b',
      '--field',
      'odd=\u001b[31mred',
      '--as',
      'ops/witness',
    ])
    expect(code).toBe(0)
    expect(out).toMatch(/Subject +MERGE_READY\n/u)
    expect(out).toContain('Branch: b\nRig: ops\n')
    expect(out).not.toContain('\u001b')
    expect(err).toContain('Missing: Polecat')
  })

  test('read shows the fields as a table, with what is missing, harmless', () => {
    const { id } = desk.json('send', 'critic', '-s', 'MERGED nux', '-b', 'Branch: b\nodd: \u001b[31mred')
    const { out } = desk.run(['read', id])
    expect(out).toMatch(/MERGED:\n {2}Branch {3}b\n/u)
    expect(out).toMatch(/Rig {6}\(missing\)/u)
    const forAgent = desk.run(['read', id, '--as', 'critic']).out
    expect(forAgent).toMatch(/\] fields:\n- Branch: b\n- odd: red\n[^[]*\[\w+\] missing fields: .*Rig/u)
    expect(out + forAgent).not.toContain('\u001b')
  })

  test('a debate from its claim to its entry', () => {
    desk.batch(['peera', 'peerb'].map((agent) => ({ command: 'agents register', input: { agent } })))
    const claim = desk.json(
      'send',
      'peerb',
      '-s',
      'Auth',
      '--kind',
      'claim',
      '--statement',
      'Sessions',
      '--as',
      'peera',
    ).id as string
    const refused = desk.run(['reply', claim, '--kind', 'concede', '--as', 'peerb', '--json'])
    expect([refused.code, JSON.parse(refused.err).error.code]).toEqual([4, 'conflict'])
    expect(desk.run(['reply', claim, '-b', 'Hm', '--as', 'peerb']).code).toBe(2)
    desk.json('reply', claim, '--kind', 'agree', '--statement', 'Yes', '--as', 'peerb')
    expect(desk.json('debate', 'show', claim)).toMatchObject({
      rounds: 2,
      consensus: true,
      allowed: [],
      stances: { peera: 'claim', peerb: 'agree' },
    })
    expect(readFileSync(join(desk.folder, 'SUBPOR.md'), 'utf8')).toContain(
      '- **Consensus**: peera/peerb agreement after 2 rounds',
    )
    expect(desk.json('decisions').decisions).toHaveLength(1)
    expect(desk.json('blockers')).toEqual({ blockers: [], next: null })
    expect(desk.run(['debate', 'log', '--out', 'log.md']).code).toBe(0)
    expect(desk.run(['debate', 'log', '--out', 'log.md']).code).toBe(4)
  })

  test("the seed's settings are obeyed", () => {
    writeFileSync(
      join(desk.store, 'config.yaml'),
      'orchestration:\n  consensus_threshold: 0.8\n  max_debate_rounds: 1\nmailbox:\n  evidence_required:\n    for_claims: optional\n    for_counters: required\n    minimum_strength: moderate\n',
    )
    const claim = desk.json('send', 'critic', '--kind', 'claim', '--statement', 'x', '--as', 'ops/witness')
      .id as string
    expect(desk.run(['reply', claim, '--kind', 'counter', '-b', 'No', '--as', 'critic']).code).toBe(2)
    desk.json(
      'reply',
      claim,
      '--kind',
      'counter',
      '--evidence',
      'type=test,data=t,result=PASS',
      '--as',
      'critic',
    )
    expect(desk.json('debate', 'show', claim)).toMatchObject({ deadlock: true, deadlockReason: 'rounds' })
    expect(
      desk.json('inbox', personAt(desk)).messages.map(({ subject }: { subject: string }) => subject),
    ).toEqual(['Deadlock: x'])
  })

  test('a task from its first message to its end', () => {
    desk.json('send', 'critic', '-s', 'Build', '--task', 'T-1')
    const refused = desk.run(['task', 'complete', 'T-1', '-b', 'Done', '--as', 'critic', '--json'])
    expect([refused.code, JSON.parse(refused.err).error.code]).toEqual([7, 'not-allowed'])
    desk.json('agents', 'update', 'critic', '--can-complete')
    expect(desk.json('task', 'complete', 'T-1', '-b', 'Done', '--as', 'critic')).toMatchObject({
      id: 'T-1',
      status: 'completed',
    })
    expect(desk.json('task', 'list').tasks).toMatchObject([{ id: 'T-1', entrypoint: 'critic', messages: 2 }])
    expect(desk.run(['task', 'show', 'T-2']).code).toBe(3)
  })
})
