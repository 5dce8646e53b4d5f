import type { IncomingMessage } from 'node:http'
import { after } from '../../after.ts'
import { type Json, type JsonObject, jsonFlaw } from '../../domain/json.ts'
import { hasRounded } from '../../domain/rounded.ts'
import { badRequest, bodyTooLong } from './refusal.ts'

/** The fields of a form; of one that comes twice, the last. */
export function parseForm(text: string): JsonObject {
  return Object.fromEntries(new URLSearchParams(text))
}

/** @throws Refusal 400 for text that is not JSON, or that cannot be kept as it came */
export function parseBody(text: string): Json | undefined {
  if (text.trim() === '') return undefined
  let value: Json
  try {
    value = JSON.parse(text) as Json
  } catch {
    throw badRequest('the body is not JSON')
  }
  const flaw = jsonFlaw(value, hasRounded(text))
  if (flaw !== null) throw badRequest(`the body has ${flaw}`)
  return value
}

/** The body of a request that no parser reads. @throws Refusal 413 beyond the limit */
export async function readText(raw: IncomingMessage, most: number): Promise<string> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of raw.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    bytes += part.length
    if (bytes > most) throw bodyTooLong()
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

/** So much of a body that is too long is read on, as a multiple of the limit, and for so long, ms. */
const [mostDrained, drainedWithin] = [16, 10_000]

/**
 * Reads a body that is too long, and keeps nothing of it: a caller that is still writing when the connection ends sees a reset, and
 * not its answer.
 */
export function drain(raw: IncomingMessage, limit: number): Promise<void> {
  return new Promise((resolve) => {
    let bytes = 0
    const done = () => {
      timer.stop()
      raw.off('data', count).off('end', done).off('close', done).off('error', done)
      resolve()
    }
    const count = (part: Buffer) => {
      bytes += part.length
      if (bytes > mostDrained * limit) done()
    }
    const timer = after(drainedWithin, done)
    if (raw.readableEnded || raw.destroyed) return done()
    raw.on('data', count).once('end', done).once('close', done).once('error', done)
    raw.resume()
  })
}
