import { spawnSync } from 'node:child_process'
import {
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { draftPath } from '../../src/drivers/folders/drafts.ts'
import { folders } from '../../src/drivers/folders/folders.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'watchpost-drafts-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

/** A process that has ended. */
const ended = () => spawnSync(process.execPath, ['-e', '']).pid
const long = new Date('2020-01-01')

function put(name: string, at = long): string {
  const path = join(root, name)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, '{}')
  utimesSync(path, at, at)
  return path
}

test('what a killed program left is removed when the folder is next written', async () => {
  const pid = ended()
  const left = [put(`inbox.json.${pid}.0a1b2c3d.tmp`), put(`b/inbox/m.json.${pid}.ffffffff.tmp`)]
  await folders.open(root, 'read')
  expect(left.map((path) => existsSync(path))).toEqual([true, true])
  await folders.open(root, 'write')
  expect(left.map((path) => existsSync(path))).toEqual([false, false])
})

test('every other file stays', async () => {
  const pid = ended()
  const stay = [
    put('inbox.json'),
    put(`notes.${pid}.tmp`),
    put(`a.json.${pid}.0a1b2c3.tmp`),
    put(`a.json.${pid}.0A1B2C3D.tmp`),
    put(`a.json.${pid}.0a1b2c3d.tmp.bak`),
    put(`a.json.${process.pid}.0a1b2c3d.tmp`),
    put(`a.json.${pid}.0a1b2c3e.tmp`, new Date()),
    put(draftPath('mine.json')),
  ]
  const target = put('elsewhere/x')
  const links = [join(root, `l.${pid}.0a1b2c3d.tmp`), join(root, `h.${pid}.0a1b2c3d.tmp`)] as const
  symlinkSync(target, links[0])
  linkSync(target, links[1])
  await folders.open(root, 'write')
  expect([...stay, ...links].filter((path) => !existsSync(path))).toEqual([])
})

test('beside a single file only its own are removed', async () => {
  const pid = ended()
  const file = put('ledger.jsonl')
  const [own, other] = [put(`ledger.jsonl.${pid}.0a1b2c3d.tmp`), put(`else.json.${pid}.0a1b2c3d.tmp`)]
  await folders.open(file, 'write')
  expect([own, other].map((path) => existsSync(path))).toEqual([false, true])
})
