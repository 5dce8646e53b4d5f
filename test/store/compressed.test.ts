import {
  appendFileSync,
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { parseQuery } from '../../src/domain/query/query.ts'
import type { MailStore } from '../../store/mail-store.ts'
import { openColdFiles } from '../../store/sqlite/bodies/archive-files.ts'
import {
  blockLength,
  compressBlock,
  endOfBlocks,
  findBlocks,
  readBlocks,
} from '../../store/sqlite/bodies/blocked-gzip.ts'
import { type Connection, connect, openDatabase } from '../../store/sqlite/database/connection.ts'
import { openSqliteStore } from '../../store/sqlite/sqlite-store.ts'
import { openUpkeep } from '../../store/sqlite/upkeep/upkeep.ts'
import { act, enroll, firstPage, send, start, system } from './fixture.ts'

let folder: string
let location: string
let store: MailStore
let connection: Connection
let ids: number[]

const named = (name: string) => join(location, 'archive', name)
const files = () => readdirSync(join(location, 'archive')).toSorted()
const chill = async () => (await store.upkeep.chill(system, 200, start, 1)).messages
const bodyOf = async (id = 0) => (await store.messages.read(id, null))?.message.body
const found = async (text: string) =>
  (await store.messages.searchCold(parseQuery(text, start), null, start, firstPage())).rows.map(
    ({ message }) => message.id,
  )
const archived = async (body: string) => {
  const id = await send(store, { body, to: [{ address: 'reader', owes: false }] })
  await act(store, 'reader', 'archive', id)
  ids.push(id)
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'watchpost-compressed-'))
  location = join(folder, 'store')
  store = await openSqliteStore(location, { create: true, durability: 'normal' })
  connection = connect(openDatabase(join(location, 'mail.db'), { durability: 'normal' }), location)
  await enroll(store, 'writer', 'reader')
  ids = []
  for (const body of ['first', `second ${'long words here '.repeat(9_000)}`, 'third', 'fourth'])
    await archived(body)
  await chill()
})
afterEach(async () => {
  connection.database.close()
  await store.close()
  rmSync(folder, { recursive: true, force: true })
})

test('a compressed file is smaller, is gzip, and its mail is read as before', async () => {
  const raw = readFileSync(named('2027-01.jsonl'))
  const before = await Promise.all(ids.map(bodyOf))
  const [one, ...others] = await store.upkeep.compressCold(null)
  expect(others).toEqual([])
  expect(one).toMatchObject({ file: '2027-01.jsonl', before: raw.length })
  expect(one?.after).toBeLessThan(raw.length / 10)
  expect(files()).toEqual(['2027-01.jsonl.gz'])
  expect(gunzipSync(readFileSync(named('2027-01.jsonl.gz'))).equals(raw)).toBe(true)
  expect(await Promise.all(ids.map(bodyOf))).toEqual(before)
  expect(await found('third')).toEqual([ids[2]])
  const { lost } = await store.backups.make(join(folder, 'backup'), false)
  expect(lost).toEqual([])
  expect(await store.upkeep.compressCold(null)).toEqual([])
})

test('only the files of earlier months are compressed, unless all are asked for', async () => {
  expect(await store.upkeep.compressCold('2027-01')).toEqual([])
  expect(files()).toEqual(['2027-01.jsonl'])
  expect(await store.upkeep.compressCold('2027-02')).toHaveLength(1)
})

test('later mail of a compressed month goes to a further file', async () => {
  await store.upkeep.compressCold(null)
  await archived('fifth')
  expect(await chill()).toEqual([ids[3]])
  expect(files()).toEqual(['2027-01.1.jsonl', '2027-01.jsonl.gz'])
  await store.upkeep.compressCold(null)
  await archived('sixth')
  expect(await chill()).toEqual([ids[4]])
  expect(files()).toEqual(['2027-01.1.jsonl.gz', '2027-01.2.jsonl', '2027-01.jsonl.gz'])
  expect(await bodyOf(ids[0])).toBe('first')
  expect((await Promise.all(ids.slice(2).map(bodyOf))).join(' ')).toBe('third fourth fifth sixth')
  expect(await found('fourth or fifth or first')).toEqual([ids[4], ids[3], ids[0]])
})

describe('while others work', () => {
  const slow = (meanwhile: () => void) => {
    const real = openColdFiles(location)
    return openUpkeep(connection, {
      ...real,
      compress: (file, locked) =>
        real.compress(file, (step) => {
          meanwhile()
          return locked(step)
        }),
    })
  }

  test('a file that grows stays as it is', async () => {
    const upkeep = slow(() => appendFileSync(named('2027-01.jsonl'), '{"one":"more"}\n'))
    expect(await upkeep.compressCold(null)).toEqual([])
    expect(files()).toEqual(['2027-01.jsonl'])
    expect(await bodyOf(ids[2])).toBe('third')
  })

  test('two processes compress it once', async () => {
    let others: readonly unknown[] = []
    const upkeep = slow(() => {
      const second = openColdFiles(location)
      others = [second.compress('2027-01.jsonl', (step) => step())]
    })
    expect(await upkeep.compressCold(null)).toEqual([])
    expect(others).toHaveLength(1)
    expect(files()).toEqual(['2027-01.jsonl.gz'])
    expect(await bodyOf(ids[2])).toBe('third')
  })

  test('a line that was appended before its file was compressed is written again', async () => {
    const real = openColdFiles(location)
    await archived('fifth')
    const late = openUpkeep(connection, {
      ...real,
      append(file, lines) {
        const places = real.append(file, lines)
        // As if the file had been compressed without the new line.
        truncateSync(named('2027-01.jsonl'), places[0]?.position ?? 0)
        real.compress('2027-01.jsonl', (step) => step())
        return places
      },
    })
    expect((await late.chill(system, 200, start, 1)).messages).toEqual([])
    expect(await bodyOf(ids[3])).toBe('fourth')
    expect(await chill()).toEqual([ids[3]])
    expect(await bodyOf(ids[3])).toBe('fourth')
    expect(files()).toEqual(['2027-01.1.jsonl', '2027-01.jsonl.gz'])
  })

  test('what a killed process left beside the compressed file is never read, and goes', async () => {
    await store.upkeep.compressCold(null)
    writeFileSync(named('2027-01.jsonl'), '{"other":"line"}\n'.repeat(20_000))
    expect(await bodyOf(ids[0])).toBe('first')
    expect(await store.upkeep.compressCold(null)).toEqual([])
    expect(existsSync(named('2027-01.jsonl'))).toBe(false)
    await archived('fifth')
    await chill()
    for (const name of ['2027-01.1.jsonl.gz.00', '2027-01.1.jsonl.gz.01']) writeFileSync(named(name), 'half')
    utimesSync(named('2027-01.1.jsonl.gz.00'), new Date(0), new Date(0))
    await store.upkeep.compressCold(null)
    expect(files().filter((name) => name.includes('.gz.'))).toEqual(['2027-01.1.jsonl.gz.01'])
    expect(await bodyOf(ids[0])).toBe('first')
  })
})

test('a damaged file is told, and a link is not followed', async () => {
  await store.upkeep.compressCold(null)
  const gz = named('2027-01.jsonl.gz')
  const whole = readFileSync(gz)
  writeFileSync(gz, whole.fill(0, 30, 60))
  await expect(bodyOf(ids[0])).rejects.toMatchObject({ code: 'damaged' })
  truncateSync(gz, 25)
  await expect(bodyOf(ids[0])).rejects.toMatchObject({ code: 'damaged' })
  rmSync(gz)
  symlinkSync(join(folder, 'elsewhere'), named('2026-01.jsonl'))
  await expect(store.upkeep.compressCold(null)).rejects.toMatchObject({ code: 'not-allowed' })
})

test('any piece of any bytes is found in the compressed file', () => {
  const path = join(folder, 'any.gz')
  const long = fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.alloc(bytes.length * 700, bytes))
  fc.assert(
    fc.property(
      fc.oneof(fc.uint8Array({ maxLength: 5_000 }), long),
      fc.nat(),
      fc.nat(),
      (bytes, from, most) => {
        const raw = Buffer.from(bytes)
        const blocks: Buffer[] = []
        for (let at = 0; at < raw.length; at += blockLength)
          blocks.push(compressBlock(raw.subarray(at, at + blockLength)))
        writeFileSync(path, Buffer.concat([...blocks, endOfBlocks()]))
        expect(gunzipSync(readFileSync(path)).equals(raw)).toBe(true)
        const position = raw.length === 0 ? 0 : from % raw.length
        const length = most % (raw.length - position + 1)
        const fd = openSync(path, 'r')
        try {
          const known = findBlocks(fd, readFileSync(path).length)
          if (known === null) throw new Error('no blocks')
          const piece = readBlocks(fd, known, position, length)
          expect(piece?.equals(raw.subarray(position, position + length))).toBe(true)
          expect(readBlocks(fd, known, position, raw.length - position + 1)).toBeNull()
        } finally {
          closeSync(fd)
        }
      },
    ),
    { numRuns: 60 },
  )
})
