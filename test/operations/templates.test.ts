import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ownType, protocolTypes } from '../../src/domain/protocol/protocol-types.ts'
import { defaultSettings } from '../../src/domain/settings/settings.ts'
import type { Mailbox } from '../../src/mailbox.ts'
import { type MailRoom, openMailRoom } from '../support/mailbox.ts'

let room: MailRoom
let nux: Mailbox
let witness: Mailbox
let refinery: Mailbox
beforeEach(async () => {
  room = await openMailRoom()
  nux = await room.join('greenplace/polecats/nux')
  witness = await room.join('greenplace/witness')
  refinery = await room.join('greenplace/refinery')
  await room.join('mayor/')
  await room.join('lea', { kind: 'user' })
})
afterEach(() => room.close())

const branch = ['polecat=nux', 'branch=b', 'issue=gp-1']
const failure = [...branch, 'Failure-Type=tests', 'Error=red']
const sentTo = async (box: Mailbox, template: string, field: readonly string[], more: object = {}) =>
  (await box.send({ template, field, ...more })).recipients.map(({ address }) => address)

describe('routes', () => {
  test.each<readonly [string, () => Mailbox, readonly string[], string]>([
    ['POLECAT_DONE', () => nux, ['exit=MERGED', 'mr=mr-1'], 'greenplace/witness'],
    ['MERGE_READY', () => witness, branch, 'greenplace/refinery'],
    ['MERGED', () => refinery, branch, 'greenplace/witness'],
    ['MERGE_FAILED', () => refinery, failure, 'greenplace/witness'],
    ['FIX_NEEDED', () => refinery, failure, 'greenplace/nux'],
    ['REWORK_REQUEST', () => refinery, [...branch, 'target=main'], 'greenplace/witness'],
    ['RECOVERED_BEAD', () => witness, ['bead=gp-1', 'polecat=greenplace/nux'], 'mayor/'],
    ['RECOVERY_NEEDED', () => witness, ['polecat=greenplace/nux', 'cleanup_status=has_stash'], 'mayor/'],
    ['HELP', () => nux, ['problem=stuck on tests'], 'mayor/'],
    ['HELP', () => nux, ['problem=a leaked secret'], 'lea'],
    ['HANDOFF', () => nux, ['context=x'], 'greenplace/nux'],
  ])('%s of %s with %j reaches %s', async (template, box, fields, to) => {
    expect(await sentTo(box(), template, fields)).toEqual([to])
  })

  test('lead to the deacon where there is one', async () => {
    await room.join('deacon/')
    expect(await sentTo(witness, 'RECOVERED_BEAD', ['bead=gp-1', 'polecat=greenplace/nux'])).toEqual([
      'deacon/',
    ])
  })

  test('count only where nobody is named', async () => {
    expect(await sentTo(nux, 'POLECAT_DONE', ['exit=DEFERRED'], { to: ['mayor/'] })).toEqual(['mayor/'])
  })

  test('that lead to nobody are an error that says how to name the rig', async () => {
    const lea = await room.as('lea')
    await expect(lea.send({ template: 'MERGED', field: branch })).rejects.toMatchObject({
      code: 'usage',
      message: expect.stringContaining('Rig'),
    })
    await expect(lea.send({ template: 'MERGED', field: [...branch, 'rig=nowhere'] })).rejects.toMatchObject({
      code: 'unknown-recipient',
    })
  })
})

describe('a preview', () => {
  test('says what would be sent, with what goes without saying, and what is missing', async () => {
    const seen = await refinery.previewTemplate({ template: 'merge-failed', field: ['polecat=nux'] })
    expect(seen).toMatchObject({
      template: 'MERGE_FAILED',
      to: ['greenplace/witness'],
      subject: 'MERGE_FAILED nux',
      fields: { Polecat: 'nux', Rig: 'greenplace' },
      missing: ['Branch', 'Failure-Type', 'Error'],
    })
    expect((await witness.inbox({})).messages).toEqual([])
  })

  test.each<readonly [string, readonly string[]]>([
    ['MERGED', failure],
    ['HELP', ['problem=stuck', 'tried=all']],
    ['HANDOFF', ['context=one\ntwo']],
  ])('of %s is what is sent', async (template, field) => {
    const { subject, body, kind, priority, to } = await refinery.previewTemplate({ template, field })
    const { id } = await refinery.send({ template, field })
    const { value } = await refinery.read({ messages: [id], peek: true })
    expect(value.messages[0]).toMatchObject({ subject, body, kind, priority, to })
  })

  test('names nobody where its route leads to nobody yet', async () => {
    const lea = await room.as('lea')
    expect(await lea.previewTemplate({ template: 'MERGED' })).toMatchObject({ to: [], subject: 'MERGED' })
    await expect(lea.previewTemplate({ template: 'MERGD' })).rejects.toMatchObject({ code: 'not-found' })
  })
})

test('what is missing is named, all of it, and nothing is sent', async () => {
  await expect(refinery.send({ template: 'merge-failed', field: ['polecat=nux'] })).rejects.toMatchObject({
    code: 'usage',
    message: 'MERGE_FAILED lacks the fields Branch, Failure-Type, Error. Nothing was sent.',
  })
  expect((await witness.inbox({})).messages).toEqual([])
})

test('a subject fills the free part, and is refused where a field says something else', async () => {
  const field = failure.filter((one) => !/^polecat=/iu.test(one))
  const { id } = await refinery.send({ template: 'MERGED', field, subject: 'nux' })
  const { value } = await refinery.read({ messages: [id], peek: true })
  expect(value.messages[0]).toMatchObject({
    subject: 'MERGED nux',
    body: expect.stringContaining('Polecat: nux'),
  })
  for (const ask of [refinery.send, refinery.previewTemplate])
    await expect(
      ask({ template: 'MERGED', field: [...field, 'polecat=ace'], subject: 'nux' }),
    ).rejects.toMatchObject({ code: 'usage', message: expect.stringContaining('"MERGED ace", not "nux"') })
})

test.each([
  ['MERGE_REDY', 'not-found'],
  ['MERGED', 'usage'],
])('bad input for %s', async (template, code) => {
  await expect(refinery.send({ template, field: ['=x', 'y'] })).rejects.toMatchObject({ code })
})

test('without a template a recipient is missing as ever', async () => {
  await expect(nux.send({ subject: 'x' })).rejects.toMatchObject({
    code: 'usage',
    message: expect.stringContaining('missing'),
  })
})

test('whoever gets a protocol mail has its fields, by reading, by next and in its thread', async () => {
  const { id } = await refinery.send({ template: 'MERGED', field: [...branch, 'odd=kept'] })
  const told = {
    fields: { Branch: 'b', Issue: 'gp-1', Polecat: 'nux', Rig: 'greenplace', odd: 'kept' },
    protocol: { type: 'MERGED', missing: [] },
  }
  expect((await witness.read({ messages: [id] })).value.messages).toMatchObject([told])
  expect((await witness.thread({ message: id })).messages).toMatchObject([told])
  await refinery.send({ to: ['greenplace/witness'], subject: 'MERGED ace', body: 'Hello: world' })
  const offer = await witness.next({ from: ['greenplace/refinery'], kind: ['request'] })
  expect(offer.value.message).toMatchObject({
    fields: { Hello: 'world' },
    protocol: { argument: 'ace', missing: ['Branch'] },
  })
})

test('a type of the settings alone is sent, listed and read like any other', async () => {
  const deploy = ownType('DEPLOY_DONE', {
    prefix: null,
    fields: ['Service*', 'Version'],
    route: ['{rig}/witness'],
    kind: 'notification',
    priority: 'low',
  })
  const settings = { ...defaultSettings, types: [deploy], handlers: { DEPLOY_DONE: ['./deployed'] } }
  const box = await room.as('greenplace/nux', { settings })
  const { id } = await box.send({ template: 'DEPLOY_DONE', field: ['service=api'] })
  const [read] = (await (await room.as('greenplace/witness', { settings })).read({ messages: [id] })).value
    .messages
  expect(read).toMatchObject({
    subject: 'DEPLOY_DONE api',
    kind: 'notification',
    priority: 'low',
    fields: { Service: 'api' },
  })
  expect(await box.showTemplate({ template: 'deploy done' })).toMatchObject({
    route: ['{rig}/witness'],
    handler: ['./deployed'],
  })
  expect((await box.listTemplates({})).templates).toHaveLength(protocolTypes.length + 1)
})

test('parsing reads a subject and a body, of whatever kind', async () => {
  expect(await nux.parse({ mail: 'Subject: MERGED nux\r\n\r\nBranch: b\r\nRig: r' })).toMatchObject({
    type: 'MERGED',
    fields: { Branch: 'b', Rig: 'r', Polecat: 'nux' },
    missing: [],
  })
  expect(await nux.parse({ mail: 'Hello\nKey: x\nwords' })).toEqual({
    subject: 'Hello',
    type: null,
    argument: '',
    fields: { Key: 'x' },
    missing: [],
    text: 'words',
  })
})

describe('values', () => {
  test.each([
    ['Exit', 'POLECAT_DONE', ['exit=DONE'], 'Exit is "DONE": it must be MERGED, ESCALATED, DEFERRED'],
    ['Failure-Type', 'MERGE_FAILED', [...branch, 'Failure-Type=bug', 'Error=red'], 'must be tests, build'],
    ['Failed-At', 'MERGE_FAILED', [...failure, 'Failed-At=now'], 'Failed-At is "now": it must be a time'],
    ['Failed-At', 'MERGE_FAILED', [...failure, 'Failed-At=2027-13-41T00:00Z'], 'must be a time'],
    ['a misspelt field', 'MERGED', ['Brnch=b', ...branch], 'MERGED has no field Brnch'],
  ])('%s of %s is checked, and nothing is sent', async (_, template, field, message) => {
    await expect(refinery.send({ template, field })).rejects.toMatchObject({
      code: 'usage',
      message: expect.stringContaining(message),
    })
    expect((await witness.inbox({})).messages).toEqual([])
  })

  test('a field may be required by the value of another', async () => {
    const done = (...field: readonly string[]) => nux.send({ template: 'POLECAT_DONE', field })
    for (const exit of ['exit=MERGED', 'exit=merged'])
      await expect(done(exit, 'branch=b')).rejects.toMatchObject({
        code: 'usage',
        message: expect.stringContaining('MR'),
      })
    await done('exit=MERGED', 'branch=b', 'mr=mr-1')
    await done('exit=ESCALATED')
    const { value } = await witness.read({
      messages: [
        (await nux.send({ to: ['greenplace/witness'], subject: 'POLECAT_DONE nux', body: 'Exit: MERGED' }))
          .id,
      ],
    })
    expect(value.messages[0]?.protocol).toMatchObject({ type: 'POLECAT_DONE', missing: ['MR'] })
  })

  test('a preview lists what is wrong', async () => {
    const seen = await nux.previewTemplate({ template: 'POLECAT_DONE', field: ['exit=gone'] })
    expect(seen.wrong).toEqual([{ field: 'Exit', problem: 'must be MERGED, ESCALATED, DEFERRED' }])
  })

  test('a word of a list may be written in any case', async () => {
    const { id } = await nux.send({ template: 'POLECAT_DONE', field: ['exit=merged', 'mr=mr-1'] })
    const { value } = await witness.read({ messages: [id] })
    expect(value.messages[0]).toMatchObject({ fields: { Exit: 'MERGED' } })
  })
})
