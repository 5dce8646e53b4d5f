import { describe, expect, test } from 'vitest'
import {
  matchesPattern,
  normalName,
  parseAddress,
  requireAgentName,
} from '../../src/domain/addressing/address.ts'

/** Gas Town's own cases. */
describe('normal form', () => {
  test.each([
    ['mayor', 'mayor/'],
    ['gastown/deacon', 'deacon/'],
    ['gastown/polecats/Toast', 'gastown/Toast'],
    ['gastown/crew/max', 'gastown/max'],
    ['gastown/Toast', 'gastown/Toast'],
    ['gastown/refinery', 'gastown/refinery'],
    ['gastown/witness', 'gastown/witness'],
    ['greenplace/polecats/nux', 'greenplace/nux'],
    ['deacon', 'deacon/'],
    ['deacon/dogs/rex', 'deacon/dogs/rex'],
    ['critic', 'critic'],
    ['swarm_dev/critic/', 'swarm_dev/critic'],
    ['Critic', 'Critic'],
  ])('%s is the mailbox %s', (written, expected) => {
    expect(normalName(written)).toBe(expected)
    expect(requireAgentName(written).name).toBe(expected)
  })

  test.each([
    ['mayor/', 'mayor', true],
    ['gastown/Toast', 'gastown/Toast', true],
    ['gastown/Toast/', 'gastown/Toast', true],
    ['gastown/crew/max', 'gastown/max', true],
    ['gastown/polecats/Toast', 'gastown/Toast', true],
    ['gastown/crew/max', 'gastown/polecats/max', true],
    ['mayor/', 'deacon/', false],
  ] as const)('mail from %s to %s goes to oneself: %s', (from, to, expected) => {
    expect(requireAgentName(from).name === requireAgentName(to).name).toBe(expected)
  })
})

describe('patterns', () => {
  test.each([
    ['gastown/witness', 'gastown/witness', true],
    ['mayor/', 'mayor/', true],
    ['*/witness', 'gastown/witness', true],
    ['gastown/*', 'gastown/refinery', true],
    ['gastown/*', 'beads/witness', false],
    ['gastown/crew/*', 'gastown/polecats/Toast', false],
    ['gastown/*/*', 'gastown/crew/max', true],
    ['*', 'gastown/crew', false],
    ['*', 'critic', true],
    ['gastown/*', 'gastown/crew/max', false],
    ['*/wit*', 'gastown/witness', false],
  ] as const)('%s and %s: %s', (pattern, address, expected) => {
    expect(matchesPattern(pattern, address)).toBe(expected)
  })

  test('fit either form of an address', () => {
    expect(matchesPattern('gastown/crew/*', 'gastown/max', 'gastown/crew/max')).toBe(true)
    expect(matchesPattern('gastown/crew/*', 'gastown/max', null)).toBe(false)
  })
})

describe('what an address names', () => {
  test.each([
    ['architect', { type: 'agent', name: 'architect', longForm: null }],
    ['agent:architect', { type: 'agent', name: 'architect', longForm: null, explicit: true }],
    ['group:mayor', { type: 'group', name: 'mayor' }],
    ['gastown/crew/max', { type: 'agent', name: 'gastown/max', longForm: 'gastown/crew/max' }],
    ['mayor/', { type: 'agent', name: 'mayor/', longForm: null }],
    ['human', { type: 'person' }],
    ['overseer', { type: 'person' }],
    ['user', { type: 'person' }],
    ['ceo', { type: 'person' }],
    ['role:architect', { type: 'role', name: 'architect' }],
    ['project:inscription', { type: 'tag', tag: 'project:inscription' }],
    ['concern:security', { type: 'tag', tag: 'concern:security' }],
    ['domain:parsing', { type: 'tag', tag: 'domain:parsing' }],
    ['all', { type: 'all' }],
    ['broadcast:swarm_dev', { type: 'swarm', swarm: 'swarm_dev' }],
    ['group:leads', { type: 'group', name: 'leads' }],
    ['queue:gastown/work', { type: 'queue', name: 'gastown/work' }],
    ['channel:alerts', { type: 'channel', name: 'alerts' }],
    ['session:0193ab', { type: 'session', name: '0193ab' }],
    ['*/witness', { type: 'pattern', pattern: '*/witness' }],
    ['@town', { type: 'set', set: 'town', rig: null }],
    ['@crew/gastown', { type: 'set', set: 'crew', rig: 'gastown' }],
    ['@leads', { type: 'group', name: 'leads' }],
    ['critic@swarm_dev', { type: 'remote', name: 'critic', swarm: 'swarm_dev' }],
    [' architect ', { type: 'agent', name: 'architect', longForm: null }],
  ])('%s', (written, expected) => {
    expect(parseAddress(written)).toEqual(expected)
  })

  test.each([
    '',
    '   ',
    'two words',
    'a//b',
    '/a',
    '-flag',
    'nobody:x',
    '@rig/a/b',
    'a\u0000b',
    'a\u202eb',
    'a\u200bb',
    'wit*ness',
    '../etc',
    'x'.repeat(201),
  ])('%j is none', (written) => {
    expect(() => parseAddress(written)).toThrow(expect.objectContaining({ code: 'usage' }))
  })

  test.each(['all', 'system', 'human', 'role:x', 'broadcast', '@town', '*'])(
    'no agent is called %s',
    (name) => {
      expect(() => requireAgentName(name)).toThrow(expect.objectContaining({ code: 'usage' }))
    },
  )
})
