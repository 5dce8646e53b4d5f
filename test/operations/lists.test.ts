import { afterEach, beforeEach, expect, test } from 'vitest'
import { type MailRoom, openMailRoom } from '../support/mailbox.ts'

let room: MailRoom
beforeEach(async () => {
  room = await openMailRoom()
})
afterEach(() => room.close())

test('tags and recipients may be one text with commas, as HAAK writes them', async () => {
  const lea = await room.join('lea', { kind: 'user' })
  const ann = await room.join('ann', { tag: ['project:inscription,concern:governance, domain:architecture'] })
  const ben = await room.join('ben', { tag: ['concern:ontology'] })
  expect([...(await lea.showAgent({ agent: 'ann' })).tags].sort()).toEqual([
    'concern:governance',
    'domain:architecture',
    'project:inscription',
  ])
  const { recipients } = await lea.send({ to: ['project:inscription, concern:ontology'], body: 'To some' })
  expect(recipients.map(({ address }) => address).sort()).toEqual(['ann', 'ben'])
  for (const box of [ann, ben]) expect((await box.inbox({})).messages).toHaveLength(1)
  await lea.updateAgent({ agent: 'ann', untag: ['concern:governance,domain:architecture'] })
  expect((await lea.showAgent({ agent: 'ann' })).tags).toEqual(['project:inscription'])
})

test('each part is checked, and nothing is stored for a wrong one', async () => {
  const lea = await room.join('lea', { kind: 'user' })
  await expect(lea.updateAgent({ agent: 'lea', tag: ['project:a,b'] })).rejects.toMatchObject({
    code: 'usage',
    message: 'Invalid tag: b',
  })
  await room.join('ann')
  await expect(lea.send({ to: ['ann,nobody'], body: 'x' })).rejects.toMatchObject({
    code: 'unknown-recipient',
  })
  expect((await lea.inbox({ owner: 'ann' })).messages).toEqual([])
})
