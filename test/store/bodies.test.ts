import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openBodies } from '../../store/sqlite/bodies/bodies.ts'

let location = ''
beforeEach(() => {
  location = mkdtempSync(join(tmpdir(), 'watchpost-bodies-'))
})
afterEach(() => rmSync(location, { recursive: true, force: true }))

const body = 'A long report. 🙂 '.repeat(20_000)
const fileOf = (hash: string) => join(location, 'bodies', hash.slice(0, 2), hash)

describe('big bodies', () => {
  it('come back as they were', () => {
    const bodies = openBodies(location)
    expect(bodies.read(bodies.keep(body))).toBe(body)
    expect(bodies.read(bodies.keep(''))).toBe('')
  })

  it('are kept once, under the digest of what they hold, and leave no drafts', () => {
    const bodies = openBodies(location)
    const hash = bodies.keep(body)
    const written = statSync(fileOf(hash)).ino
    expect(openBodies(location).keep(body)).toBe(hash)
    expect(hash).toMatch(/^[0-9a-f]{64}$/u)
    expect(statSync(fileOf(hash)).ino).toBe(written)
    expect(readdirSync(join(location, 'bodies', hash.slice(0, 2)))).toEqual([hash])
    expect(statSync(fileOf(hash)).mode & 0o777).toBe(0o600)
  })

  it('are written again when what is there was cut short', () => {
    const bodies = openBodies(location)
    const hash = bodies.keep(body)
    truncateSync(fileOf(hash), 10)
    bodies.keep(body)
    expect(readFileSync(fileOf(hash), 'utf8')).toBe(body)
  })

  it('give their beginning without being read whole', () => {
    const bodies = openBodies(location)
    const hash = bodies.keep(body)
    expect(bodies.peek(hash, 14)).toBe('A long report.')
    expect(bodies.peek(hash, 10_000_000)).toBe(body)
  })

  it.each([
    ['missing', (hash: string) => unlinkSync(fileOf(hash))],
    ['changed', (hash: string) => writeFileSync(fileOf(hash), 'something else')],
  ])('are damaged when the file is %s', (_, harm) => {
    const bodies = openBodies(location)
    const hash = bodies.keep(body)
    harm(hash)
    expect(() => bodies.read(hash)).toThrow(expect.objectContaining({ name: 'MailError', code: 'damaged' }))
  })

  it('are never looked for outside their folder', () => {
    expect(() => openBodies(location).read('../../../etc/passwd')).toThrow(
      expect.objectContaining({ code: 'damaged' }),
    )
  })
})
