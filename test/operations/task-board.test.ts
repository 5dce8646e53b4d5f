import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Mailbox } from '../../src/mailbox.ts'
import { type MailRoom, openMailRoom } from '../support/mailbox.ts'

let room: MailRoom
let lea: Mailbox
let critic: Mailbox
beforeEach(async () => {
  room = await openMailRoom()
  lea = await room.join('lea', { kind: 'user', canComplete: true })
  critic = await room.join('critic')
})
afterEach(() => room.close())

const begin = async (task: string, subject: string) => lea.send({ to: ['critic'], subject, task })
const listed = async (input = {}) => (await lea.taskBoard(input)).tasks.map(({ id }) => id)

test('lists tasks by title, the completed last, page by page', async () => {
  await begin('T-1', 'First')
  await begin('T-2', 'Second')
  await begin('T-3', 'Third')
  await lea.completeTask({ task: 'T-2', body: 'Done' })
  expect((await lea.taskBoard({})).tasks[0]).toMatchObject({
    id: 'T-3',
    title: 'Third',
    owner: 'lea',
    status: 'running',
    messages: 1,
  })
  expect(await listed()).toEqual(['T-3', 'T-1', 'T-2'])
  expect((await lea.taskBoard({})).counts).toEqual({ breakpoint: 0, running: 2, completed: 1 })
  const pages: string[] = []
  for (let after: string | undefined; ; ) {
    const page = await lea.taskBoard({ limit: 1, ...(after !== undefined && { after }) })
    pages.push(...page.tasks.map(({ id }) => id))
    if (page.next === null) break
    after = page.next
  }
  expect(pages).toEqual(['T-3', 'T-1', 'T-2'])
})

test('stopping interrupts all who take part, and refuses what is over', async () => {
  await begin('T-1', 'First')
  await lea.stopTask({ task: 'T-1', body: 'The design changed.' })
  const { messages } = await critic.inbox({})
  expect(messages.find(({ kind }) => kind === 'interrupt')).toMatchObject({
    subject: 'Stop: First',
    task: 'T-1',
    priority: 'urgent',
    from: 'lea',
  })
  await lea.completeTask({ task: 'T-1', body: 'Done' })
  await expect(lea.stopTask({ task: 'T-1', body: 'x' })).rejects.toMatchObject({ code: 'conflict' })
  await expect(lea.stopTask({ task: 'T-9', body: 'x' })).rejects.toMatchObject({ code: 'not-found' })
})
