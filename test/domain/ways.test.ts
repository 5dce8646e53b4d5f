import { describe, expect, it } from 'vitest'
import {
  fateWithoutWays,
  lastingWays,
  waysLostBetween,
  waysLostByRetiring,
  waysNotBorne,
} from '../../src/domain/lost-ways.ts'
import { isDoneByRoles, latest, orderedWays, waysOf, waysOfCopy } from '../../src/domain/ways.ts'

describe('the ways of a copy', () => {
  it.each<[ways: readonly string[], ordered: readonly string[]]>([
    [['to'], ['to']],
    [['role:a'], ['role:a']],
    [
      ['role:a', 'to'],
      ['to', 'role:a'],
    ],
    [
      ['role:b', 'role:a'],
      ['role:b', 'role:a'],
    ],
    [
      ['all', 'swarm:s', 'session:1', 'concern:x', 'role:a', 'group:g', 'cc', 'to'],
      ['to', 'group:g', 'role:a', 'concern:x', 'session:1', 'swarm:s', 'all'],
    ],
    [
      ['domain:d', 'all', 'project:p', 'cc'],
      ['cc', 'domain:d', 'project:p', 'all'],
    ],
    [
      ['role:a', 'channel:c', '*/witness'],
      ['channel:c', '*/witness', 'role:a'],
    ],
    [
      ['role:a', 'role:a', 'to', 'to'],
      ['to', 'role:a'],
    ],
    [['to', 'cc'], ['to']],
    [
      ['role:all', 'constructor:x', 'all'],
      ['constructor:x', 'role:all', 'all'],
    ],
  ])('%j come in the order %j', (ways, ordered) => {
    expect(waysOf(orderedWays(ways))).toEqual(ordered)
  })

  it('have nothing beside the first where it is the only one', () => {
    expect(orderedWays(['role:a'])).toEqual({ via: 'role:a' })
    expect(orderedWays(['role:a', 'role:a'])).toEqual({ via: 'role:a' })
    expect(orderedWays(['all', 'role:a'])).toEqual({ via: 'role:a', alsoVia: ['all'] })
  })

  it('of a recipient in cc name the copy', () => {
    expect(waysOfCopy({ via: 'to', alsoVia: ['role:a'] })).toEqual(['cc', 'role:a'])
  })
})

describe('what an agent may lose', () => {
  const ways = [
    'to',
    'cc',
    'group:g',
    'role:a',
    'role:b',
    'concern:x',
    'project:p',
    'session:1',
    'swarm:s',
    'all',
  ]
  const agent = (more: object = {}) => ({ role: null, tags: [], session: null, ...more })

  it('is never a name, a group or a broadcast', () => {
    expect(lastingWays(ways)).toEqual(['to', 'cc', 'group:g', 'swarm:s', 'all'])
    expect(waysNotBorne(ways, agent())).toEqual(['role:a', 'role:b', 'concern:x', 'project:p'])
  })

  it.each<[what: string, before: object, after: object, lost: readonly string[]]>([
    ['nothing', { role: 'a', tags: ['concern:x'] }, { role: 'a', tags: ['concern:x'] }, []],
    ['its role', { role: 'a' }, {}, ['role:a']],
    ['one role for another', { role: 'a' }, { role: 'b' }, ['role:a']],
    ['not a role that it bears as a tag, too', { role: 'a', tags: ['role:a'] }, { tags: ['role:a'] }, []],
    ['a tag', { tags: ['concern:x', 'role:b'] }, { tags: ['role:b'] }, ['concern:x']],
    ['a role by tag', { tags: ['role:b'] }, {}, ['role:b']],
    ['a session', { session: '1' }, { session: '2' }, ['session:1']],
    ['a session without a next one', { session: '1' }, {}, ['session:1']],
    ['no session where it had none', {}, { session: '1' }, []],
    ['what it gains', {}, { role: 'a', tags: ['concern:x'] }, []],
  ])('%s', (_, before, after, lost) => {
    expect(waysLostBetween(agent(before), agent(after))).toEqual(lost)
  })

  it.each<[ways: readonly string[], lost: readonly string[]]>([
    [['to'], ['to']],
    [['to', 'all'], ['to']],
    [['all'], []],
    [['swarm:s', 'all'], []],
    [['concern:x'], ['concern:x']],
    [['role:a'], ['role:a']],
    [['role:a', 'all'], []],
    [['group:g', 'role:a'], ['group:g']],
    [
      ['cc', 'concern:x'],
      ['cc', 'concern:x'],
    ],
  ])('retired, with mail by %j: %j', (ofCopy, lost) => {
    expect(waysLostByRetiring(ofCopy)).toEqual(lost)
  })
})

describe('a copy without a way', () => {
  const [role, tag, session] = ['role:a', 'concern:x', 'session:1']
  const unread = { isUnread: true, isWaiting: false, isWithOthers: false }
  const read = { ...unread, isUnread: false }

  it.each<[lost: readonly string[], copy: Parameters<typeof fateWithoutWays>[1], fate: string]>([
    [[role], { ...unread, isWaiting: true }, 'passed-on'],
    [[role], { ...read, isWaiting: true }, 'passed-on'],
    [[role, tag], { ...unread, isWaiting: true }, 'passed-on'],
    [[role], unread, 'stays'],
    [[role], read, 'stays'],
    [[tag], unread, 'dead'],
    [[tag], { ...unread, isWithOthers: true }, 'passed-on'],
    [[tag], read, 'stays'],
    [[role, tag], unread, 'dead'],
    [[role, tag], { ...unread, isWithOthers: true }, 'passed-on'],
    [[session], unread, 'dead'],
    [[session], read, 'stays'],
    [[session, tag], { ...unread, isWithOthers: true }, 'passed-on'],
  ])('that lost %j, %j: %s', (lost, copy, fate) => {
    expect(fateWithoutWays(lost, copy)).toBe(fate)
  })
})

describe('a role’s mail that one holder finished', () => {
  const before =
    (...roles: readonly string[]) =>
    (role: string) =>
      roles.includes(role)

  it.each<[ways: readonly string[], done: readonly string[], earlier: readonly string[], isDone: boolean]>([
    [['role:a'], ['role:a'], [], true],
    [['role:a'], ['role:a', 'role:b'], [], true],
    [['role:b'], ['role:a'], [], false],
    [['role:b'], ['role:a'], ['role:b'], false],
    [['role:a', 'role:b'], ['role:a'], [], false],
    [['role:a', 'role:b'], ['role:a'], ['role:b'], true],
    [['role:a', 'role:b'], ['role:a', 'role:b'], [], true],
    [['to', 'role:a'], ['role:a'], [], false],
    [['role:a', 'concern:x'], ['role:a'], [], false],
    [['role:a', 'all'], ['role:a'], [], false],
  ])('is, for who has it by %j, with %j and before that %j, done: %s', (ways, done, earlier, isDone) => {
    expect(isDoneByRoles(ways, done, before(...earlier))).toBe(isDone)
  })
})

describe('the end of several ways', () => {
  it.each<[ends: readonly (number | null)[], last: number | null]>([
    [[4], 4],
    [[4, 9, 2], 9],
    [[4, null], null],
    [[null], null],
  ])('%j: %j', (ends, last) => {
    expect(latest(ends)).toBe(last)
  })
})
