import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { approvalsOf } from '../../src/entry/approvals-of.ts'
import { seat } from '../../src/entry/demo/mailbox-context.ts'
import { awaitDecision } from '../../src/services/approvals/await-decision.ts'
import { approvalsOn, atScreen, keyIn } from '../support/approvals.ts'
import { type MailRoom, openMailRoom } from '../support/mailbox.ts'

const hasSsh =
  spawnSync('ssh-agent', ['-h']).error === undefined && spawnSync('ssh-keygen', ['-h']).error === undefined

let room: MailRoom
let folder: string
let agent: number
const before = process.env['SSH_AUTH_SOCK']
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'wp-ssh-'))
  const said = execFileSync('ssh-agent', ['-s', '-a', join(folder, 'agent')], { encoding: 'utf8' })
  agent = Number(/SSH_AGENT_PID=(\d+)/u.exec(said)?.[1])
  process.env['SSH_AUTH_SOCK'] = join(folder, 'agent')
  makeKey('key')
  execFileSync('ssh-add', [join(folder, 'key')], { stdio: 'ignore' })
  room = await openMailRoom()
  room.now = Date.now()
  await room.join('nux')
  await room.join('lea', { kind: 'user' })
})
afterEach(async () => {
  process.kill(agent)
  if (before === undefined) delete process.env['SSH_AUTH_SOCK']
  else process.env['SSH_AUTH_SOCK'] = before
  await room.close()
  rmSync(folder, { recursive: true })
})

function makeKey(name: string): void {
  execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', join(folder, name)])
}
const publicKey = (name: string) => readFileSync(join(folder, `${name}.pub`), 'utf8')
const allow = (name: string) => writeFileSync(join(folder, 'allowed_signers'), `watchpost ${publicKey(name)}`)

/** A hook that waits, and a person at the inbox who allows what it asks. */
async function decide(key: string | null, bySsh = true) {
  const { approvals } = approvalsOn(1_500)
  const settings = { ...approvalsOn(), approvals: { ...approvals, confirm: true, key } }
  const driver = approvalsOf({ stateFolder: folder, configFolder: folder })
  const hook = await seat(room.store, 'nux', { session: 's1', now: Date.now, approvals: driver, settings })
  const since = Date.now()
  const asked = { kind: 'permission', reason: 'Bash ls', isNotice: false, helper: null } as const
  const decided = awaitDecision(hook, { since, asked, request: { tool: 'Bash', input: {}, folder: null } })
  const at = atScreen(bySsh ? driver : keyIn(folder), { now: Date.now, settings })
  const lea = await room.as('lea', at)
  const find = () => room.store.requests.of({ agent: 'nux', session: 's1', helper: null, since })
  let open = await find()
  for (; open === null; open = await find()) await new Promise((next) => setTimeout(next, 5))
  const { digest } = await lea.showRequest({ request: open.id })
  const call = lea.decideRequest({ request: open.id, verdict: 'allow', digest: digest ?? '' })
  const failed = await call.then(
    () => null,
    (error: Error) => error.message,
  )
  const outcomes = (await room.store.requests.approvals('nux', 5)).map(({ outcome }) => outcome)
  return { decided: await decided, failed, outcomes }
}

describe.skipIf(!hasSsh)('a decision that an SSH agent signs', () => {
  test.each(['first', 'named'])('counts with the %s key', async (which) => {
    allow('key')
    const { decided, outcomes } = await decide(which === 'named' ? join(folder, 'key.pub') : null)
    expect([decided, outcomes]).toEqual([{ verdict: 'allow', by: 'lea' }, ['given']])
  })

  test('does not count with a key that the person does not allow, or without a list of these', async () => {
    makeKey('other')
    allow('other')
    expect((await decide(null)).decided).toBeNull()
    rmSync(join(folder, 'allowed_signers'))
    expect((await decide(null)).decided).toBeNull()
  })

  test('does not count when it is signed with the key of the state directory', async () => {
    allow('key')
    expect((await decide(null, false)).decided).toBeNull()
  })

  test('is not made where the agent does not sign', async () => {
    allow('key')
    execFileSync('ssh-add', ['-D'], { stdio: 'ignore' })
    expect(await decide(null)).toEqual({
      decided: null,
      failed: expect.stringContaining('Your SSH agent did not sign'),
      outcomes: ['it was not signed'],
    })
  })
})
