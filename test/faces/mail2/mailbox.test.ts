import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Body, openSwarm, type Swarm } from '../../support/mail-server.ts'
import { ask, mail } from '../../support/mail2-client.ts'

let swarm: Swarm
let lea: string
let tom: string
let host: string
beforeAll(async () => {
  swarm = await openSwarm('swarm-a')
  await swarm.join('boss', { canComplete: true })
  await swarm.join('dev/critic')
  lea = await swarm.token('user', 'lea')
  tom = await swarm.token('admin', 'tom')
  host = new URL(swarm.url).hostname
})
afterAll(() => swarm.close())

const get = (token: string, path: string) => ask(swarm, token, 'GET', path)
const post = (token: string, path: string, body?: unknown) => ask(swarm, token, 'POST', path, body)
const boss = () => `boss@swarm-a@${host}`

describe('a person by their token', () => {
  it('is told who they are, in the words of the protocol', async () => {
    expect((await get(lea, '/auth/whoami')).body.user_agent.user_agent).toEqual({
      ua_type: 'user',
      user_id: 'lea',
      host,
    })
    expect((await get(tom, '/auth/whoami')).body.user_agent.user_agent).toMatchObject({ ua_type: 'admin' })
  })

  it('writes to an agent, which answers, and reads the answer', async () => {
    const id = await mail(swarm, lea, [boss()], {
      subject: 'Tests',
      body: 'Which are red?',
      tags: ['ci'],
      metadata: { watchpost: { priority: 'urgent', kind: 'request', task: 'T-1' } },
    })
    const asked = await swarm.next('boss')
    expect(asked).toMatchObject({
      from: 'lea',
      priority: 'urgent',
      task: 'T-1',
      tags: ['ci'],
      body: 'Which are red?',
    })
    await (await swarm.as('boss')).reply({ message: asked.id, body: 'None is.' })
    const { body } = await get(lea, '/inbox')
    expect(body.entries).toMatchObject([
      {
        sender: boss(),
        subject: 'Re: Tests',
        is_read: false,
        body_size: 8,
        delivered_by: `daemon:system@${host}`,
      },
    ])
    const read = await get(lea, `/inbox/${body.entries[0].message_id}`)
    expect(read.body.entry.message).toMatchObject({
      body: 'None is.',
      reply_to: id,
      recipients: [`user:lea@${host}`],
      sender: boss(),
      metadata: { watchpost: { kind: 'response', priority: 'urgent', status: 'read', task: 'T-1' } },
    })
    expect((await get(lea, '/inbox')).body.entries).toMatchObject([{ is_read: true }])
    const sent = await get(lea, `/outbox/${id}`)
    expect(sent.body.entry.message.tags).toEqual(['ci'])
    expect(sent.body.metadata.watchpost.receipts).toMatchObject([{ address: 'boss' }])
  })

  it('writes to a person and to an agent whose name is no slug', async () => {
    const critic = `x-devz2fzcritic@swarm-a@${host}`
    await mail(swarm, lea, [`admin:tom@${host}`, critic], { subject: 'To two' })
    const { body } = await get(tom, '/inbox')
    const [{ message_id: id }] = body.entries
    const { message } = (await get(tom, `/inbox/${id}`)).body.entry
    expect([message.sender, message.recipients]).toEqual([`user:lea@${host}`, [`admin:tom@${host}`, critic]])
    expect((await swarm.next('dev/critic')).subject).toBe('To two')
  })

  it('answers with a reply, which settles what is owed', async () => {
    const agent = await swarm.as('boss')
    const asked = await agent.send({ to: ['lea'], subject: 'May I?', body: 'Deploy?', kind: 'request' })
    const [first] = (await get(lea, '/inbox')).body.entries
    await mail(swarm, lea, [boss()], { subject: 'Re: May I?', body: 'Yes.', reply_to: first.message_id })
    const { owed } = await agent.owed({})
    expect(owed.filter(({ message }) => message.id === asked.id)).toEqual([])
    expect(await swarm.next('boss')).toMatchObject({ body: 'Yes.', kind: 'response', replyTo: asked.id })
  })

  it('decides an escalation by its option', async () => {
    const agent = await swarm.as('boss')
    await agent.escalate({ to: 'lea', subject: 'Which?', body: 'Choose.', option: ['Blue', 'Red'] })
    const entries: Body[] = (await get(lea, '/inbox')).body.entries
    const [found] = entries.filter(({ subject }) => subject.includes('Which?'))
    await mail(swarm, lea, [boss()], {
      subject: 'Decided',
      body: 'It is nicer.',
      reply_to: found.message_id,
      metadata: { watchpost: { option: 2 } },
    })
    const decided = await swarm.next('boss')
    expect(decided.body).toContain('Red')
    expect(decided.payload).toMatchObject({ option: 2, choice: 'Red' })
  })

  it('answers others than the sender with a message that says what it answers', async () => {
    const agent = await swarm.as('boss')
    await agent.send({ to: ['lea'], subject: 'For the critic', body: 'Please tell.', again: true })
    const entries: Body[] = (await get(lea, '/inbox')).body.entries
    const [found] = entries.filter(({ subject }) => subject === 'For the critic')
    await mail(swarm, lea, [`x-devz2fzcritic@swarm-a@${host}`], { body: 'Told.', reply_to: found.message_id })
    expect(await swarm.next('dev/critic')).toMatchObject({
      body: 'Told.',
      kind: 'response',
      replyTo: expect.any(String),
    })
  })

  it('puts mail into the trash, and takes it out again', async () => {
    await mail(swarm, tom, [`user:lea@${host}`], { subject: 'Old' })
    const [first] = (await get(lea, '/inbox')).body.entries
    const path = `/inbox/${first.message_id}`
    expect((await ask(swarm, lea, 'DELETE', path)).body.entry.message.subject).toBe('Old')
    expect((await get(lea, path)).status).toBe(404)
    expect((await get(lea, '/trash')).body.entries).toMatchObject([
      { message_id: first.message_id, subject: 'Old' },
    ])
    expect((await get(lea, `/trash/${first.message_id}`)).body.entry.message.body).toBe('B')
    const restored = await swarm.call('POST', `/mail/2/trash/${first.message_id}/restore`, lea)
    expect(restored.status).toBe(200)
    expect((await get(lea, path)).status).toBe(200)
  })

  it('destroys nothing', async () => {
    const [first] = (await get(lea, '/inbox')).body.entries
    for (const [method, path] of [
      ['POST', '/trash/clear'],
      ['DELETE', `/trash/${first.message_id}`],
    ] as const)
      expect((await ask(swarm, lea, method, path)).status).toBe(501)
    expect((await get(lea, `/inbox/${first.message_id}`)).status).toBe(200)
  })
})

describe('drafts', () => {
  const draftOf = (answer: Body) => answer.body.entry.draft
  it('are begun, changed, listed and deleted', async () => {
    const made = draftOf(await post(lea, '/drafts', { subject: 'One', body: 'Text', tags: ['a'] }))
    expect(made).toMatchObject({
      subject: 'One',
      body: 'Text',
      tags: ['a'],
      reply_to: null,
      updated_at: null,
    })
    const path = `/drafts/${made.draft_id}`
    const changed = draftOf(await ask(swarm, lea, 'PATCH', path, { body: 'Other' }))
    expect(changed).toMatchObject({ subject: 'One', body: 'Other', tags: ['a'], created_at: made.created_at })
    expect((await get(lea, '/drafts')).body.entries).toMatchObject([
      { draft_id: made.draft_id, body_size: 5 },
    ])
    expect(draftOf(await get(lea, path))).toEqual(changed)
    await ask(swarm, lea, 'DELETE', path)
    expect((await get(lea, path)).status).toBe(404)
  })

  it('are the drafts of the screen, whatever their ids', async () => {
    const own = await swarm.as('lea')
    await own.saveDraft({ id: 'my own', subject: 'Begun there', body: 'X' })
    await own.saveDraft({ operation: 'handoff', fields: { to: ['boss'], done: 'All' } })
    const entries: Body[] = (await get(lea, '/drafts')).body.entries
    const [found] = entries.filter(({ subject }) => subject === 'Begun there')
    const [other] = entries.filter(({ subject }) => subject !== 'Begun there')
    expect((await ask(swarm, lea, 'PATCH', `/drafts/${found.draft_id}`, { subject: 'Went on' })).status).toBe(
      200,
    )
    expect((await own.listDrafts({})).drafts.map(({ id }) => id)).toContain('my own')
    expect((await ask(swarm, lea, 'PATCH', `/drafts/${other.draft_id}`, { subject: 'X' })).status).toBe(409)
    for (const { draft_id: id } of entries) await ask(swarm, lea, 'DELETE', `/drafts/${id}`)
  })

  it('keep the time at which they are to be sent', async () => {
    const own = await swarm.as('lea')
    const { sendAt, id } = await own.saveDraft({ subject: 'Later', body: 'X', sendIn: '2h' })
    const [found] = (await get(lea, '/drafts')).body.entries
    await ask(swarm, lea, 'PATCH', `/drafts/${found.draft_id}`, { body: 'Y' })
    expect((await own.listDrafts({})).drafts).toMatchObject([{ id, sendAt, fields: { body: 'Y' } }])
    await own.deleteDraft({ draft: id })
  })

  it('are sent once, however often that is asked', async () => {
    const { draft_id: id } = draftOf(await post(lea, '/drafts', { subject: 'Once', body: 'B' }))
    const send = () => post(lea, `/drafts/${id}/send`, { recipients: [boss()] })
    const [first, second] = [await send(), await send()]
    expect([first.status, second.status]).toEqual([200, 200])
    expect(second.body.message).toEqual(first.body.message)
    const entries: Body[] = (await get(lea, '/outbox')).body.entries
    expect(entries.filter(({ subject }) => subject === 'Once')).toHaveLength(1)
    expect((await post(lea, `/drafts/${id}/send`, { recipients: [`admin:tom@${host}`] })).status).toBe(409)
    await swarm.next('boss')
  })

  it('stay where they cannot be sent', async () => {
    const { draft_id: id } = draftOf(await post(lea, '/drafts', { subject: 'Nowhere', body: 'B' }))
    const to = (...recipients: readonly string[]) => post(lea, `/drafts/${id}/send`, { recipients })
    expect([
      (await to(`ghost@swarm-a@${host}`)).status,
      (await to('no address')).status,
      (await to(`user:tom@${host}`)).status,
      (await to(`boss@swarm-a@elsewhere.example`)).status,
      (await to(`daemon:system@${host}`)).status,
      (await to(`list:nobodys@swarm-a@${host}`)).status,
      (await to(`lea@swarm-a@${host}`)).status,
      (await to()).status,
    ]).toEqual(Array.from({ length: 8 }, () => 422))
    expect((await get(lea, `/drafts/${id}`)).status).toBe(200)
    await ask(swarm, lea, 'DELETE', `/drafts/${id}`)
  })
})

describe('lists', () => {
  it('are groups and channels, which a person joins and leaves', async () => {
    const agent = await swarm.as('boss')
    await agent.createGroup({ group: 'ops_team', members: ['boss', 'role:reviewer'] })
    await agent.createChannel({ channel: 'alerts' })
    const { lists } = (await get(lea, '/lists')).body
    const [group, channel] = lists
    expect([group.name, channel.name]).toEqual(['x-opsz5fzteam', 'x-channelz3azalerts'])
    expect([group.owner, group.members]).toEqual([
      boss(),
      [boss(), `list:x-rolez3azreviewer@swarm-a@${host}`],
    ])
    const me = `user:lea@${host}`
    for (const { name, members } of lists) {
      const path = `/lists/${name}@swarm-a`
      const joined = await post(lea, `${path}/subscribe`)
      expect(joined.body.mail_list.members).toEqual([...members, me])
      await mail(swarm, tom, [`list:${name}@swarm-a@${host}`], { subject: `To ${name}` })
      expect((await get(lea, '/inbox')).body.entries[0].subject).toBe(`To ${name}`)
      expect((await post(lea, `${path}/unsubscribe`)).body.mail_list.members).toEqual(members)
      expect((await get(lea, path)).body.mail_list.members).toEqual(members)
    }
    expect((await get(lea, '/lists/none@swarm-a')).status).toBe(404)
    expect((await get(lea, '/lists/ops@swarm-b')).status).toBe(404)
  })
})

describe('swarms', () => {
  it('are one, with its agents', async () => {
    expect((await get(lea, '/swarms')).body.swarms).toMatchObject([{ name: 'swarm-a', num_agents: 2 }])
    expect((await get(lea, '/swarms/swarm-a')).body.swarm.agents).toEqual(['boss', 'x-devz2fzcritic'])
    expect((await get(lea, '/swarms/swarm-a/health')).body).toEqual({ status: 'ok' })
    expect((await get(lea, '/swarms/other')).status).toBe(404)
  })
})
