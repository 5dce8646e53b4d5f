import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Scratch } from '../../services/exchange/folder.ts'

const [written, looked] = [2 ** 20, 2 ** 18]

/** A file without a name, for this process alone: it is gone with it, however that ends. */
export function openScratch(): Scratch {
  const folder = mkdtempSync(join(tmpdir(), 'watchpost-'))
  const fd = openSync(join(folder, 'scratch'), 'wx+', 0o600)
  rmSync(folder, { recursive: true, force: true })
  const waiting = Buffer.allocUnsafe(written)
  let [end, waits] = [0, 0]
  let kept = Buffer.alloc(0)
  let window = { from: 0, bytes: kept }

  function put(bytes: Buffer): void {
    for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at, bytes.length - at, end - waits + at)
  }

  function flush(): void {
    if (waits === 0) return
    put(waiting.subarray(0, waits))
    waits = 0
  }

  return {
    add(text) {
      const length = Buffer.byteLength(text)
      if (waits + length > written) flush()
      const place = end
      if (length > written) put(Buffer.from(text))
      else waits += waiting.write(text, waits)
      end += length
      return { place, length }
    },
    read(place, length) {
      flush()
      // Mostly what is asked for next lies right behind.
      if (place < window.from || place + length > window.from + window.bytes.length) {
        if (kept.length < Math.max(length, looked)) kept = Buffer.allocUnsafe(Math.max(length, looked))
        const bytes = kept
        let got = 0
        for (let now = -1; got < length && now !== 0; got += now)
          now = readSync(fd, bytes, got, bytes.length - got, place + got)
        window = { from: place, bytes: bytes.subarray(0, got) }
      }
      return window.bytes.toString('utf8', place - window.from, place - window.from + length)
    },
    close: () => closeSync(fd),
  }
}
