import { spawnSync } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { programFile, quietEnvironment } from '../../support/batch.ts'

const checkout = resolve(dirname(fileURLToPath(import.meta.url)), '../../..')
const dist = dirname(programFile)
let folder: string
/** The program as it lies on another machine. */
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'watchpost-elsewhere-'))
  cpSync(dist, join(folder, 'dist'), { recursive: true })
  mkdirSync(join(folder, 'node_modules'))
  symlinkSync(join(checkout, 'node_modules/better-sqlite3'), join(folder, 'node_modules/better-sqlite3'))
  writeFileSync(
    join(folder, 'fault.cjs'),
    "if (process.argv.includes('inbox')) Date.now = () => { throw new Error('a fault of ours') }\n",
  )
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('nothing that is shipped names the place where it was built', () => {
  const files = readdirSync(dist, { recursive: true, encoding: 'utf8', withFileTypes: true })
  const named = files
    .filter((one) => one.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => {
      const bytes = readFileSync(path)
      return bytes.includes(checkout) || bytes.includes(Buffer.from(checkout, 'utf16le'))
    })
  expect(named).toEqual([])
})

test('commands load no schema library: only `describe` and `mcp` need it', () => {
  const chunks = readdirSync(dist).filter((name) =>
    /^(?:program|(?:agents|sending|text|store|operations|cli)-.*)\.js$/u.test(name),
  )
  expect(chunks.length).toBeGreaterThanOrEqual(7)
  expect(chunks.filter((name) => readFileSync(join(dist, name)).includes('$ZodType'))).toEqual([])
})

test('the trace of a fault names the program, and no path of the machine that built it', () => {
  const run = (...words: readonly string[]) =>
    spawnSync(
      process.execPath,
      ['--require', join(folder, 'fault.cjs'), join(folder, 'dist/watchpost.js'), ...words],
      { cwd: folder, env: { ...quietEnvironment(), HOME: folder, XDG_CACHE_HOME: folder }, encoding: 'utf8' },
    )
  expect(run('init').status).toBe(0)
  const { status, stderr } = run('inbox')
  expect([status, stderr]).toEqual([70, expect.stringContaining('a fault of ours')])
  expect(stderr).toMatch(/\n\s+at .+program\.js:\d+/u)
  expect(stderr).not.toContain(checkout)
})
