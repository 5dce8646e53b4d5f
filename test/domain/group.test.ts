import { describe, expect, test } from 'vitest'
import { expandGroup, requireMember } from '../../src/domain/group.ts'
import { isPlaceName, placeOf, requirePlaceName } from '../../src/domain/places.ts'

describe('the name of a group', () => {
  test.each([
    ['ops-team', true],
    ['all', true],
    ['a', true],
    ['abc_def', true],
    ['a-b_c-d', true],
    ['a'.repeat(64), true],
    ['a'.repeat(65), false],
    ['', false],
    [' ops-team', false],
    ['ops-team ', false],
    [' ops ', false],
    ['Ops-Team', false],
    ['ALL', false],
    ['ops.team', false],
    ['ops/team', false],
    ['ops:team', false],
    ['-ops', false],
    ['ops\n', false],
  ])('%j: %j', (name, valid) => expect(isPlaceName('group', name)).toBe(valid))

  test.each([
    ['group', 'group:ops', 'ops'],
    ['group', '@ops', 'ops'],
    ['queue', 'queue:gastown/work', 'gastown/work'],
    ['queue', 'work', 'work'],
    ['channel', 'channel:alerts', 'alerts'],
  ] as const)('of a %s in %s is %s', (type, written, name) =>
    expect(requirePlaceName(type, written)).toBe(name),
  )

  test.each([
    ['group', 'queue:ops'],
    ['queue', 'a/b/c'],
    ['queue', '/work'],
    ['channel', 'rig/alerts'],
    ['channel', '\u001b[2J'],
  ] as const)('of a %s is not %j', (type, written) =>
    expect(() => requirePlaceName(type, written)).toThrow(expect.objectContaining({ code: 'usage' })),
  )

  test('is told from an owner of mail', () => {
    expect(placeOf('queue:rig/n')).toEqual({ type: 'queue', name: 'rig/n' })
    expect(placeOf('critic')).toBeNull()
  })
})

describe('a member of a group', () => {
  test.each([
    'gastown/crew/max',
    'mayor/',
    'gastown/witness',
    '*/witness',
    '@town',
    '@witnesses',
    '@rig/gastown',
    'role:reviewer',
    'project:x',
    'group:ops',
    'ops',
    'overseer',
  ])('may be %s', (member) => expect(requireMember(` ${member} `)).toBe(member))

  test.each([
    '@',
    '',
    'queue:work',
    'channel:alerts',
    'all',
    'broadcast:dev',
    'session:s-1',
    'a b',
    'x\u202ey',
  ])('may not be %j', (member) =>
    expect(() => requireMember(member)).toThrow(expect.objectContaining({ code: 'usage' })),
  )
})

describe('a group opened', () => {
  const groups = new Map<string, readonly string[]>([
    ['dupes', ['gastown/witness', 'gastown/witness', 'gastown/refinery']],
    ['empty', []],
    ['outer', ['critic', 'group:inner', 'tester']],
    ['inner', ['reader', 'critic', '@ring']],
    ['ring', ['outer', 'lea']],
    ['self', ['group:self']],
    ['bare', ['inner', 'role:x']],
    ['strange', ['group:gone', '@town']],
  ])
  test.each([
    ['dupes', ['gastown/witness', 'gastown/refinery']],
    ['empty', []],
    ['outer', ['critic', 'reader', 'lea', 'tester']],
    ['ring', ['critic', 'reader', 'lea', 'tester']],
    ['self', []],
    ['bare', ['reader', 'critic', 'tester', 'lea', 'role:x']],
    ['strange', ['group:gone', '@town']],
    ['nowhere', []],
  ])('%s comes to %j', (name, members) =>
    expect([...expandGroup(name, groups)].sort()).toEqual([...members].sort()),
  )

  test('keeps its order', () => {
    expect(expandGroup('outer', groups)).toEqual(['critic', 'reader', 'lea', 'tester'])
  })

  test('a bare name that somebody bears is no group', () => {
    expect(expandGroup('bare', groups, (name) => name === 'inner')).toEqual(['inner', 'role:x'])
  })
})
