import { expect } from 'vitest'
import { breakpointSubject } from '../../src/domain/task.ts'
import type { MailStore } from '../../store/mail-store.ts'
import { enroll, send, start } from './fixture.ts'

const owner = 'user:lea@swarm-a'

/** What was said in a task of a server since it began, and whether it is open after that. */
const lives = {
  begun: [[], true],
  running: [[{}, { kind: 'response' }], true],
  asks: [[{}, { kind: 'complete', subject: breakpointSubject }], true],
  goesOn: [[{}, { kind: 'complete' }, {}], true],
  ended: [[{}, { kind: 'complete' }], false],
  endedTwice: [[{}, { kind: 'complete' }, {}, { kind: 'complete' }], false],
  thanked: [[{}, { kind: 'complete' }, { kind: 'response' }], false],
} as const

const openIn = async ({ commissions }: MailStore) =>
  new Set((await commissions.running(null, { limit: 99, after: null })).rows)

/** Tasks in each of their states, and one that agents gave each other. */
export async function plantTasks(store: MailStore): Promise<void> {
  await enroll(store, 'writer', 'reader')
  await send(store, { task: 'among agents' })
  for (const [id, [words]] of Object.entries(lives)) {
    await store.commissions.open({
      id,
      wire: `wire-${id}`,
      owner,
      contributors: [owner],
      entrypoint: 'reader',
      startedAt: start,
      maxSteps: null,
    })
    for (const word of words) await send(store, { ...word, task: id })
  }
}

/** The open ones are found, and so is each whose state changes from here on. */
export async function expectOpenTasks(store: MailStore): Promise<void> {
  const open = Object.entries(lives).flatMap(([id, [, isOpen]]) => (isOpen ? [id] : []))
  expect(await openIn(store)).toEqual(new Set(open))
  await send(store, { task: 'ended' })
  await send(store, { task: 'running', kind: 'complete' })
  await send(store, { task: 'thanked', kind: 'notification' })
  const now = [...open.filter((id) => id !== 'running'), 'ended']
  expect(await openIn(store)).toEqual(new Set(now))
}
