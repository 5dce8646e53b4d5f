import { expect, test } from 'vitest'
import { type Kind, kindRules, kinds } from '../../src/domain/kind.ts'
import { interswarmTypeOf, isForOne, kindOfType, messageTypeOf } from '../../src/domain/mail-types.ts'

test.each<readonly [Kind, string, string]>([
  ['request', 'request', 'request'],
  ['response', 'response', 'response'],
  ['notification', 'broadcast', 'broadcast'],
  ['handoff', 'request', 'request'],
  ['escalation', 'request', 'request'],
  ['broadcast', 'broadcast', 'broadcast'],
  ['interrupt', 'interrupt', 'interrupt'],
  ['complete', 'broadcast_complete', 'response'],
  ['claim', 'request', 'request'],
  ['counter', 'response', 'response'],
  ['evidence', 'response', 'response'],
  ['agree', 'response', 'response'],
  ['concede', 'response', 'response'],
  ['query', 'request', 'request'],
  ['directive', 'request', 'request'],
])('a %s to one is a %s here, and a %s for another swarm', (kind, here, abroad) => {
  expect([messageTypeOf(kind, ['worker']), interswarmTypeOf(kind, ['worker@b'])]).toEqual([here, abroad])
})

test.each<readonly [string, readonly string[], string]>([
  ['one', ['worker'], 'request'],
  ['one who is named twice', ['worker', 'worker'], 'request'],
  ['two', ['worker', 'critic'], 'broadcast'],
  ['all', ['all'], 'broadcast'],
  ['nobody by name', [], 'broadcast'],
])('a request to %s', (_name, recipients, type) => {
  expect([messageTypeOf('request', recipients), interswarmTypeOf('request', recipients)]).toEqual([
    type,
    type,
  ])
})

test('what asks nobody for an answer never goes out as a request, so that none is owed there', () => {
  const asking = kinds.filter((kind) => messageTypeOf(kind, ['worker']) === 'request')
  expect(asking.filter((kind) => !kindRules[kind].owes)).toEqual([])
})

test('each type comes back as the kind that it went out from', () => {
  for (const [type, kind] of Object.entries(kindOfType)) expect(messageTypeOf(kind, ['worker'])).toBe(type)
})

test('several recipients are never told as one', () => {
  for (const kind of kinds) expect(isForOne(messageTypeOf(kind, ['a', 'b']))).toBe(false)
})
