import { afterEach, beforeEach, expect, test } from 'vitest'
import { openMailbox } from '../../../src/mailbox.ts'
import { keysIn } from '../../support/keys.ts'
import { follow, newTask, openSwarm, type Streamed, type Swarm } from '../../support/mail-server.ts'

const secret = 'The launch code is tangerine'

let swarm: Swarm
beforeEach(async () => {
  swarm = await openSwarm('swarm-a')
  await swarm.join('boss', { canComplete: true })
  await swarm.join('scout')
})
afterEach(() => swarm.close())

test('sealed mail in a task goes over MAIL as it is stored', async () => {
  const token = await swarm.token('user', 'lea')
  const task = newTask()
  const told: Streamed[] = []
  const streamed = (async () => {
    for await (const event of follow(swarm, token, { task_id: task, subject: 'Work', body: 'Do it' }))
      told.push(event)
  })()
  await swarm.next('boss')
  const actor = await swarm.context.store.roster.find('boss')
  if (actor === null) throw new Error('boss is gone')
  const boss = openMailbox({ ...swarm.context, actor, keys: keysIn() })
  await boss.send({ to: ['scout'], task, subject: 'Launch', body: secret, payload: { secret }, seal: true })
  await boss.completeTask({ task, body: 'Done' })
  await streamed
  const all = JSON.stringify(told)
  expect(all).toContain('Launch')
  expect(all).toContain('-----BEGIN AGE ENCRYPTED FILE-----')
  expect(all).not.toContain('tangerine')
  const scout = openMailbox({ ...swarm.context, actor: { ...actor, address: 'scout' } })
  const { notes } = await scout.next({})
  expect(notes.join()).toContain('Sealed mail cannot be opened from here.')
})
