import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Body, openSwarm, type Swarm } from '../../support/mail-server.ts'
import { ask } from '../../support/mail2-client.ts'

let swarm: Swarm
let lea: string
let host: string
beforeAll(async () => {
  swarm = await openSwarm('swarm-a')
  await swarm.join('boss', { canComplete: true })
  await swarm.join('worker')
  lea = await swarm.token('user', 'lea')
  host = new URL(swarm.url).hostname
})
afterAll(() => swarm.close())

const post = (path: string, body?: unknown) => ask(swarm, lea, 'POST', path, body)
const send = (draft: string, to = 'boss') =>
  post(`/drafts/${draft}/send`, { recipients: [`${to}@swarm-a@${host}`] })
const status = async (draft: string) => (await ask(swarm, lea, 'GET', `/drafts/${draft}`)).status

async function begin(fields: object = {}): Promise<string> {
  const made = await post('/drafts', { subject: 'S', body: 'B', ...fields })
  return made.body.entry.draft.draft_id
}

/** The draft's id on the screen. */
async function ownId(draft: string): Promise<string> {
  const { metadata } = (await ask(swarm, lea, 'GET', `/drafts/${draft}`)).body
  return metadata.watchpost.id
}

async function outbox(subject: string): Promise<readonly Body[]> {
  const { entries } = (await ask(swarm, lea, 'GET', '/outbox')).body
  return entries.filter((entry: Body) => entry.subject === subject)
}

describe('the task that a draft names', () => {
  it('is asked about when it is sent: another client may have begun it since', async () => {
    const draft = await begin({ subject: 'Into it', metadata: { watchpost: { task: 'theirs' } } })
    const max = await swarm.token('user', 'max')
    const answer = swarm.call('POST', '/message', max, { body: 'Mine', task_id: 'theirs' })
    const asked = await swarm.next('boss')
    expect((await send(draft)).status).toBe(403)
    expect([await outbox('Into it'), await status(draft)]).toEqual([[], 200])
    await (await swarm.as('boss')).complete({ messages: [asked.id], result: 'Done' })
    expect((await answer).body.response).toBe('Done')
  })
})
