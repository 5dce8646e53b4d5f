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

describe('a draft that was begun elsewhere', () => {
  it('goes to the recipients of the request, and to nobody else', async () => {
    const draft = await begin({ subject: 'With a copy' })
    const own = await swarm.as('lea')
    await own.saveDraft({ id: await ownId(draft), subject: 'With a copy', body: 'B', cc: ['worker'] })
    expect((await send(draft)).status).toBe(200)
    expect(await swarm.next('boss')).toMatchObject({ to: ['agent:boss'], cc: [] })
    expect((await (await swarm.as('worker')).inbox({})).messages).toEqual([])
  })

  it('is a reply to whoever wrote alone', async () => {
    const own = await swarm.as('lea')
    const boss = await swarm.as('boss')
    const asked = await boss.send({ to: ['lea', 'worker'], subject: 'To both', body: 'Well?' })
    await swarm.next('worker')
    const before = (await (await swarm.as('worker')).inbox({})).messages.length
    const draft = await begin()
    await own.saveDraft({
      id: await ownId(draft),
      operation: 'reply',
      body: 'To you',
      fields: { message: asked.id, all: true },
    })
    expect((await send(draft)).status).toBe(200)
    expect(await swarm.next('boss')).toMatchObject({
      body: 'To you',
      replyTo: asked.id,
      to: ['boss'],
      cc: [],
    })
    expect((await (await swarm.as('worker')).inbox({})).messages).toHaveLength(before)
  })

  it('that was sent there with a copy was sent to others', async () => {
    const own = await swarm.as('lea')
    const draft = await begin({ subject: 'Sent there' })
    const id = await ownId(draft)
    await own.saveDraft({ id, subject: 'Sent there', body: 'B', to: ['boss'], cc: ['worker'] })
    await own.sendDraft({ draft: id })
    const answer = await send(draft)
    expect([answer.status, answer.body.detail]).toEqual([409, expect.stringContaining('worker')])
    await swarm.next('boss')
    await swarm.next('worker')
  })
})

describe('a draft that was sent, and is there again', () => {
  it('with the same words was sent already, and goes', async () => {
    const own = await swarm.as('lea')
    const draft = await begin({ subject: 'Twice' })
    const id = await ownId(draft)
    const first = await send(draft)
    await own.saveDraft({ id, subject: 'Twice', body: 'B' })
    const second = await send(draft)
    expect([second.status, second.body.message]).toEqual([200, first.body.message])
    expect([await status(draft), (await outbox('Twice')).length]).toEqual([404, 1])
    await swarm.next('boss')
  })

  it('with other words is refused, and stays', async () => {
    const own = await swarm.as('lea')
    const draft = await begin({ subject: 'Old words' })
    const id = await ownId(draft)
    await send(draft)
    await own.saveDraft({ id, subject: 'New words', body: 'B' })
    expect([(await send(draft)).status, await status(draft)]).toEqual([409, 200])
    expect(await outbox('New words')).toEqual([])
    await swarm.next('boss')
  })
})
