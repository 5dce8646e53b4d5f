import { readSync } from 'node:fs'

/**
 * BGZF, the blocked gzip of `bgzip`: members of at most 64 KiB, each with its length in its header. Every gzip program reads
 * the whole; we read a piece of it without the part before.
 */

/** Loaded when first needed: few commands read what is compressed. */
function zlib(): typeof import('node:zlib') {
  return process.getBuiltinModule('node:zlib')
}

const headerLength = 18
const footerLength = 8
/** As much fits into a member even if it cannot be made smaller. */
export const blockLength = 65_280

/** gzip with an extra field `BC` of two bytes: the length of the member, less one. */
const header = Buffer.from([31, 139, 8, 4, 0, 0, 0, 0, 0, 255, 6, 0, 66, 67, 2, 0, 0, 0])
/** An empty member ends the file. */
export function endOfBlocks(): Buffer {
  return compressBlock(Buffer.alloc(0))
}

/** One member. */
export function compressBlock(raw: Buffer): Buffer {
  const { deflateRawSync, crc32 } = zlib()
  const packed = deflateRawSync(raw, { level: 9 })
  const head = Buffer.from(header)
  head.writeUInt16LE(headerLength + packed.length + footerLength - 1, 16)
  const footer = Buffer.alloc(footerLength)
  footer.writeUInt32LE(crc32(raw), 0)
  footer.writeUInt32LE(raw.length, 4)
  return Buffer.concat([head, packed, footer])
}

/** The start of each member, in the file and in the uncompressed text, with the ends of both last. */
export type Blocks = { readonly packed: readonly number[]; readonly raw: readonly number[] }

/** Finds the members of an open file by their headers. `null` if it is no such file, or is cut. */
export function findBlocks(fd: number, size: number): Blocks | null {
  const packed: number[] = []
  const raw: number[] = []
  const head = Buffer.alloc(headerLength)
  const length = Buffer.alloc(4)
  let [at, offset] = [0, 0]
  while (at < size) {
    if (readSync(fd, head, 0, headerLength, at) < headerLength || !isHeader(head)) return null
    const end = at + head.readUInt16LE(16) + 1
    if (end > size || readSync(fd, length, 0, 4, end - 4) < 4) return null
    packed.push(at)
    raw.push(offset)
    offset += length.readUInt32LE(0)
    at = end
  }
  return { packed: [...packed, at], raw: [...raw, offset] }
}

function isHeader(head: Buffer): boolean {
  return head.subarray(0, 16).equals(header.subarray(0, 16))
}

/** A piece of the uncompressed text. `null` if the file ends before, or a member is damaged. */
export function readBlocks(
  fd: number,
  { packed, raw }: Blocks,
  position: number,
  length: number,
): Buffer | null {
  if (position + length > (raw.at(-1) ?? 0)) return null
  const pieces: Buffer[] = []
  for (let at = lastAtMost(raw, position); at < packed.length - 1; at += 1) {
    const begins = raw[at] ?? 0
    if (begins >= position + length) break
    const block = readBlock(fd, packed[at] ?? 0, packed[at + 1] ?? 0)
    if (block === null) return null
    pieces.push(block.subarray(Math.max(0, position - begins), position + length - begins))
  }
  return Buffer.concat(pieces)
}

function readBlock(fd: number, from: number, to: number): Buffer | null {
  const bytes = Buffer.alloc(to - from)
  if (readSync(fd, bytes, 0, bytes.length, from) < bytes.length) return null
  try {
    return zlib().gunzipSync(bytes)
  } catch {
    return null
  }
}

/** The last place of a sorted list whose value is at most this. */
function lastAtMost(values: readonly number[], wanted: number): number {
  let [low, high] = [0, values.length - 1]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((values[middle] ?? 0) <= wanted) low = middle
    else high = middle - 1
  }
  return low
}
