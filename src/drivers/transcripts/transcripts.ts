import { createHash } from 'node:crypto'
import { lstatSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import { pause } from '../../after.ts'
import type { ContextUse } from '../../domain/context-use.ts'
import type { TranscriptDriver } from '../../services/transcript-driver.ts'
import { ownTail, type Tail } from './own-tail.ts'
import { usageIn, writesUsage } from './usage-lines.ts'

/** Which transcript a session writes, as its hook named it. */
export type Transcript = { readonly session: string; readonly harness: string; readonly path: string }

/** A note is made when a session begins, and no session lives longer, ms. */
const kept = 30 * 24 * 60 * 60_000
const longestPath = 4_096
const longestTail = 64 * 1024
/** A file system that does not answer is waited for so long, ms. */
const longestWait = 1_000
/** More sessions than any screen has rows. */
const mostKnown = 1_000

/**
 * Notes where a session writes its transcript, for screens of this user on this machine. Where it cannot be noted its context is
 * not shown. In the store the path would mean nothing to other machines, and show them where somebody's files are.
 */
export function noteTranscript(folder: string, { session, harness, path }: Transcript, now: number): void {
  if (!writesUsage(harness) || !isAbsolute(path) || path.length > longestPath || path.includes('\0')) return
  try {
    const note = join(folder, nameOf(session))
    const text = `${JSON.stringify([harness, path])}\n`
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const aside = `${note}.${process.pid}`
    writeFileSync(aside, text, { flag: 'wx', mode: 0o600 })
    renameSync(aside, note)
    forgetOld(folder, now)
  } catch {
    // A hook must not fail for a number on somebody's screen.
  }
}

function nameOf(session: string): string {
  return createHash('sha256').update(session).digest('hex').slice(0, 32)
}

function forgetOld(folder: string, now: number): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    if (now - lstatSync(path).mtimeMs > kept) rmSync(path, { force: true })
  }
}

type Known = { readonly note: Tail; readonly transcript: Tail | null; readonly use: ContextUse | null }

/** Reads one file after another, in the threads of Node: a file system that hangs holds one of them, and no key waits for it. */
export function openTranscripts(folder: string): TranscriptDriver {
  const known = new Map<string, Known>()
  let reading: Promise<void> | null = null

  async function readAll(sessions: readonly string[]): Promise<void> {
    for (const session of sessions) {
      const found = await reread(join(folder, nameOf(session)), known.get(session) ?? null)
      known.delete(session)
      if (found !== null) known.set(session, found)
    }
    for (const session of [...known.keys()].slice(0, -mostKnown)) known.delete(session)
  }

  return {
    async uses(sessions) {
      reading ??= readAll(sessions).finally(() => {
        reading = null
      })
      const read = new AbortController()
      await Promise.race([reading, pause(longestWait, { signal: read.signal })])
      read.abort()
      return new Map(
        sessions.flatMap((session) => {
          const use = known.get(session)?.use ?? null
          return use === null ? [] : [[session, use]]
        }),
      )
    },
  }
}

async function reread(path: string, before: Known | null): Promise<Known | null> {
  const found = await ownTail(path, 2 * longestPath, before?.note ?? null)
  const note = found === 'same' ? (before?.note ?? null) : found
  const [harness, transcript] = note === null ? [] : noted(note.text)
  if (note === null || harness === undefined || transcript === undefined) return null
  const earlier = found === 'same' ? before : null
  const tail = await ownTail(transcript, longestTail, earlier?.transcript ?? null)
  if (tail === 'same') return earlier
  if (tail === null) return { note, transcript: null, use: null }
  const said = usageIn(harness, tail.text)
  // A line longer than the tail hides the last one that said something: it still holds.
  const isLonger = said === undefined && earlier?.transcript?.file === tail.file
  return { note, transcript: { ...tail, text: '' }, use: isLonger ? earlier.use : (said ?? null) }
}

function noted(text: string): readonly string[] {
  try {
    const parts: unknown = JSON.parse(text)
    return Array.isArray(parts) && parts.every((part) => typeof part === 'string') ? parts : []
  } catch {
    return []
  }
}
