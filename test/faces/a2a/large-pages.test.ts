import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { shortId } from '../../../src/domain/id.ts'
import { rpc } from '../../support/a2a.ts'
import { type Body, openSwarm, type Swarm } from '../../support/mail-server.ts'

const million = 1024 * 1024
let swarm: Swarm
let lea: string
/** In the order of a list. */
const ids: string[] = []
beforeAll(async () => {
  swarm = await openSwarm('swarm-a')
  const boss = await swarm.join('boss', { canComplete: true })
  lea = await swarm.token('user', 'lea')
  for (const [at, size] of [1, 1, 6, 1, 1, 1, 1, 1, 1].entries()) {
    const task = await begin(`m${at}`, at < 5 ? 'Short' : 'x'.repeat(million))
    await boss.completeTask({ task, body: 'y'.repeat(at < 5 ? size * million : 10) })
    ids.unshift(task)
  }
})
afterAll(() => swarm.close())

async function begin(messageId: string, text: string): Promise<string> {
  const message = { messageId, role: 'ROLE_USER', parts: [{ text }] }
  const params = { message, configuration: { returnImmediately: true } }
  return (await rpc(swarm, lea, 'SendMessage', params)).body.result.task.id
}

async function pages(params: object): Promise<readonly (readonly Body[])[]> {
  const all: (readonly Body[])[] = []
  for (let pageToken = ''; ; ) {
    const { result } = (await rpc(swarm, lea, 'ListTasks', { ...params, pageToken })).body
    expect(result.totalSize).toBe(ids.length)
    all.push(result.tasks)
    if (result.nextPageToken === '') return all
    pageToken = result.nextPageToken
  }
}

describe('a list of large tasks', () => {
  it.each([
    ['histories', { historyLength: 9 }, [3, 6]],
    ['results', { includeArtifacts: true }, [6, 1, 2]],
    ['both', { historyLength: 9, includeArtifacts: true }, [3, 3, 1, 2]],
    ['both, few at a time', { historyLength: 9, includeArtifacts: true, pageSize: 2 }, [2, 2, 2, 1, 2]],
    ['none of them', {}, [9]],
  ])('ends a page early where it tells much, and leaves out no task: %s', async (_, params, counts) => {
    const told = await pages(params)
    expect(told.map(({ length }) => length)).toEqual(counts)
    expect(told.flat().map(({ id }) => id)).toEqual(ids)
    for (const page of told)
      if (page.length > 1) expect(JSON.stringify(page).length).toBeLessThan(4 * million + 10_000)
  })

  it('still says why a task ended without a result, where results are not asked for', async () => {
    const id = await begin('without', 'Nothing to say')
    const { rows } = await swarm.context.store.tasks.messages(id, { limit: 1, after: null })
    await (await swarm.as('boss')).complete({ messages: rows.map(({ message }) => shortId(message.id)) })
    const { result } = (await rpc(swarm, lea, 'ListTasks', { pageSize: 1 })).body
    expect(result.tasks).toMatchObject([
      { id, status: { message: { parts: [{ text: 'The task was completed without a result.' }] } } },
    ])
  })
})
