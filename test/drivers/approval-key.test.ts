import {
  chmodSync,
  linkSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { isSignedWith, signWith } from '../../src/drivers/approval-key.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'watchpost-key-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))
const path = () => join(folder, 'approval-key')
const key = `${'ab'.repeat(32)}\n`
const put = (mode: number, name = path()) => {
  writeFileSync(name, key)
  chmodSync(name, mode)
}

it('makes a key that only its owner can read, once, and signs with it', () => {
  expect(isSignedWith(folder, 'x', '0'.repeat(64))).toBe(false)
  const signature = signWith(folder, 'x')
  expect(signature).toMatch(/^[0-9a-f]{64}$/u)
  expect(statSync(path()).mode & 0o777).toBe(0o600)
  expect(signWith(folder, 'x')).toBe(signature)
  expect(isSignedWith(folder, 'x', signature)).toBe(true)
  expect(readdirSync(folder)).toEqual(['approval-key'])
})

it('believes no other text, key or form of a signature', () => {
  const signature = signWith(folder, 'x')
  expect(isSignedWith(folder, 'y', signature)).toBe(false)
  for (const other of [signature.toUpperCase(), signature.slice(2), `${signature}\n`, '', 'z'.repeat(64)])
    expect(isSignedWith(folder, 'x', other), other).toBe(false)
  rmSync(path())
  signWith(folder, 'x')
  expect(isSignedWith(folder, 'x', signature)).toBe(false)
})

it.each<[string, () => void]>([
  ['that a group can read', () => put(0o640)],
  ['that others can write', () => put(0o602)],
  [
    'that is a link',
    () => {
      put(0o600, join(folder, 'k'))
      symlinkSync(join(folder, 'k'), path())
    },
  ],
  [
    'with a second name',
    () => {
      put(0o600)
      linkSync(path(), join(folder, 'k'))
    },
  ],
  ['that is none', () => writeFileSync(path(), '\n', { mode: 0o600 })],
  ['that is too long', () => writeFileSync(path(), `${'ab'.repeat(33)}\n`, { mode: 0o600 })],
])('refuses a key %s', (_, make) => {
  make()
  expect(() => signWith(folder, 'x')).toThrow(/not a key that only you/u)
  expect(() => isSignedWith(folder, 'x', '0'.repeat(64))).toThrow(/not a key that only you/u)
})
