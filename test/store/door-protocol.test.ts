import { createHash } from 'node:crypto'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parts, portDigest } from '../../store/door/wire.ts'
import { openSqliteStore } from '../../store/sqlite/sqlite-store.ts'
import { portText } from '../support/port-text.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const digestOf = (folder: string) =>
  createHash('sha256').update(portText(folder).join('\n')).digest('hex').slice(0, 16)

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'watchpost-protocol-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('what crosses a door is what its version says', () => {
  const digest = digestOf(root)
  const advice = `The port changed: raise \`protocol\` in store/door/wire.ts, and record this digest as \`portDigest\`: ${digest}`
  expect(portDigest, advice).toBe(digest)
})

test('a door serves every part of a store', async () => {
  const store = await openSqliteStore(join(folder, 'store'), { create: true, durability: 'normal' })
  // Some parts are opened by the first look at them.
  const members = Object.entries(Object.getOwnPropertyDescriptors(store))
  const own = members.filter(([, { get, value }]) => get !== undefined || typeof value === 'object')
  expect(Object.keys(parts).sort()).toEqual(own.map(([name]) => name).sort())
  await store.close()
})

describe('the digest of the port', () => {
  const cases = [
    ['a comment', 'store/log-store.ts', '/** A change that undo', '/** Another change that undo', true],
    [
      'where a line is broken',
      'store/log-store.ts',
      'nudges(agent: string, most: number)',
      'nudges(\n    agent: string,\n    most: number,\n  )',
      true,
    ],
    ['how something is computed', 'src/domain/json.ts', '', '\nconst unused = 1\nvoid unused\n', true],
    ['a method’s parameter', 'store/log-store.ts', 'nudges(agent: string,', 'nudges(agent: number,', false],
    ['a value’s field', 'store/log-store.ts', 'readonly agent: string', 'readonly agents: string', false],
    [
      'a type of the domain',
      'src/domain/json.ts',
      'export type Json =',
      'export type Json = undefined |',
      false,
    ],
    ['a word of the domain', 'src/domain/delivery.ts', "'unread',", "'unread', 'unseen',", false],
    ['a line of the door', 'store/door/wire.ts', 'readonly door: number', 'readonly door: string', false],
  ] as const
  test.each(cases)('%s', (name, file, before, after, isSame) => {
    const copy = join(folder, name)
    for (const part of ['store', 'src/domain'])
      cpSync(join(root, part), join(copy, part), { recursive: true })
    const text = readFileSync(join(copy, file), 'utf8')
    const changed = before === '' ? text + after : text.replace(before, after)
    expect(changed).not.toBe(text)
    writeFileSync(join(copy, file), changed)
    expect(digestOf(copy) === portDigest).toBe(isSame)
  })
})
