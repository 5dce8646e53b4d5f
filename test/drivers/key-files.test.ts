import {
  chmodSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { keysOf } from '../../src/entry/approvals-of.ts'
import type { KeyRing } from '../../src/services/key-driver.ts'

let home: string
let keys: string
let ring: KeyRing
beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'watchpost-keys-'))
  keys = join(home, 'keys')
  ring = await keysOf({ stateFolder: home }).open()
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

const filesOf = (holder: string) => readdirSync(join(keys, holder)).map((name) => join(keys, holder, name))
const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)

describe('the files of keys', () => {
  test('are readable by their owner alone, whatever the umask', async () => {
    const before = process.umask(0)
    try {
      await ring.make('critic', 5)
    } finally {
      process.umask(before)
    }
    expect([keys, join(keys, 'critic'), ...filesOf('critic')].map(modeOf)).toEqual(['700', '700', '600'])
  })

  test('are those of age: its own programs read them', async () => {
    const { key, since } = await ring.make('critic', Date.UTC(2027, 0, 1))
    const [path = ''] = filesOf('critic')
    const [created, half, identity] = readFileSync(path, 'utf8').split('\n')
    expect([created, half]).toEqual([`# created: ${since}`, `# public key: ${key}`])
    expect(identity).toMatch(/^AGE-SECRET-KEY-1[0-9A-Z]{58}$/u)
  })

  test('are never written again: a rotation adds one, and the newest comes first', async () => {
    const first = await ring.make('critic', 5)
    const second = await ring.make('critic', 5)
    const third = await ring.make('critic', 1)
    expect((await ring.keysOf('critic')).map(({ key }) => key)).toEqual([third.key, second.key, first.key])
  })

  test('stay in their folder, whatever a holder is called', async () => {
    const names = ['..', '.', 'rig/crew/max', '../../evil', 'x'.repeat(200), `${'x'.repeat(199)}y`, 'é☂']
    for (const name of names) await ring.make(name, 5)
    expect(readdirSync(home)).toEqual(['keys'])
    expect(readdirSync(keys)).toHaveLength(names.length)
    for (const name of names) expect(await ring.keysOf(name)).toHaveLength(1)
  })

  test('are not followed through links, nor written through them', async () => {
    const elsewhere = join(home, 'elsewhere')
    mkdirSync(elsewhere, { mode: 0o700 })
    symlinkSync(elsewhere, keys)
    await expect(ring.make('critic', 5)).rejects.toMatchObject({ code: 'not-allowed' })
    rmSync(keys)
    mkdirSync(keys, { mode: 0o700 })
    symlinkSync(elsewhere, join(keys, 'critic'))
    await expect(ring.make('critic', 5)).rejects.toMatchObject({ code: 'not-allowed' })
    expect(readdirSync(elsewhere)).toEqual([])
  })

  test('count only if nobody else can read or write them', async () => {
    await ring.make('critic', 5)
    const [path = ''] = filesOf('critic')
    chmodSync(path, 0o640)
    await expect(ring.keysOf('critic')).rejects.toMatchObject({ code: 'not-allowed' })
    chmodSync(path, 0o600)
    linkSync(path, join(home, 'second'))
    await expect(ring.keysOf('critic')).rejects.toMatchObject({ code: 'not-allowed' })
    rmSync(join(home, 'second'))
    chmodSync(join(keys, 'critic'), 0o755)
    await expect(ring.keysOf('critic')).rejects.toMatchObject({ code: 'not-allowed' })
  })

  test('are not links, and hold a key', async () => {
    await ring.make('critic', 5)
    const [path = ''] = filesOf('critic')
    const moved = join(home, 'moved')
    writeFileSync(moved, readFileSync(path), { mode: 0o600 })
    rmSync(path)
    symlinkSync(moved, path)
    await expect(ring.keysOf('critic')).rejects.toMatchObject({ code: 'not-allowed' })
    rmSync(path)
    writeFileSync(path, 'nothing\n', { mode: 0o600 })
    expect(lstatSync(path).isFile()).toBe(true)
    await expect(ring.keysOf('critic')).rejects.toMatchObject({ code: 'not-allowed' })
  })

  test('half written ones are passed over', async () => {
    const { key } = await ring.make('critic', 5)
    const [path = ''] = filesOf('critic')
    writeFileSync(`${path}.77.abcd`, '# created', { mode: 0o600 })
    expect((await ring.keysOf('critic')).map((one) => one.key)).toEqual([key])
  })
})

describe('a sealed text', () => {
  test('is opened by each of its keys, also an old one, and by no other', async () => {
    const old = await ring.make('critic', 5)
    const lea = await ring.make('lea', 5)
    await ring.make('critic', 6)
    await ring.make('scout', 6)
    const sealed = await ring.seal('the plan ☂', [old.key, lea.key])
    expect(sealed).toMatch(
      /^-----BEGIN AGE ENCRYPTED FILE-----\n[\s\S]*-----END AGE ENCRYPTED FILE-----\n?$/u,
    )
    for (const holder of ['critic', 'lea'])
      expect(await ring.open(sealed, holder)).toEqual({ text: 'the plan ☂' })
    expect(await ring.open(sealed, 'scout')).toEqual({ why: 'other-key' })
    expect(await ring.open(sealed, 'nobody')).toEqual({ why: 'no-key' })
  })

  test('that was opened once is not opened again without its key', async () => {
    const { key } = await ring.make('critic', 5)
    const sealed = await ring.seal('the plan', [key])
    expect(await ring.open(sealed, 'critic')).toEqual({ text: 'the plan' })
    expect(await ring.open(sealed, 'critic')).toEqual({ text: 'the plan' })
    rmSync(join(keys, 'critic'), { recursive: true })
    await ring.make('critic', 6)
    expect(await ring.open(sealed, 'critic')).toEqual({ why: 'other-key' })
  })

  test('that was changed is not opened', async () => {
    const { key } = await ring.make('critic', 5)
    const sealed = await ring.seal('x'.repeat(300), [key])
    const lines = sealed.trim().split('\n')
    const last = lines.length - 3
    const changed = lines.with(last, [...(lines[last] ?? '')].reverse().join('')).join('\n')
    expect(await ring.open(changed, 'critic')).toEqual({ why: 'damaged' })
    expect(await ring.open(lines.slice(0, 4).join('\n'), 'critic')).toEqual({ why: 'damaged' })
  })

  test('needs keys that are some', async () => {
    await expect(ring.seal('x', ['age1nonsense'])).rejects.toMatchObject({ code: 'usage' })
  })

  test('has a digest that stays after a rotation, and that others cannot make', async () => {
    await ring.make('critic', 5)
    await ring.make('scout', 5)
    const digest = await ring.digest('critic', 'the plan')
    await ring.make('critic', 6)
    expect(await ring.digest('critic', 'the plan')).toBe(digest)
    expect(await ring.digest('scout', 'the plan')).not.toBe(digest)
    expect(await ring.digest('critic', 'The plan')).not.toBe(digest)
  })
})
