import { isJsonObject, type Json, type JsonObject } from './json.ts'
import type { Peer } from './peer.ts'

/** Mail for a swarm that was given up. */
export type LostMail = {
  readonly copies: number
  /** The first copy: its message, and who it is for. */
  readonly first: number
  readonly address: string
  readonly since: number
  /** Why the last one was given up. */
  readonly problem: string
  /** The copies that were counted last. */
  readonly counted?: readonly string[]
}

/** More than a server gives up at one time: only these are given up again, where it died before they left the outbox. */
const mostCounted = 64

/** A swarm that lost something, until a person registers or removes it. */
export type LostPeer = {
  readonly mail?: LostMail
  /** It was registered for as long as a server runs. */
  readonly forgotten?: { readonly at: number; readonly peer: Peer }
}

export type LostPeers = ReadonlyMap<string, LostPeer>

/** Counts a copy once, however often it is given up. */
export function withLostMail(
  known: LostPeers,
  swarm: string,
  { first, address, since, problem }: Omit<LostMail, 'copies' | 'counted'>,
): LostPeers {
  const before = known.get(swarm)
  const { counted = [], ...mail } = before?.mail ?? { copies: 0, first, address, since }
  const copy = `${first}:${address}`
  if (counted.includes(copy)) return known
  const last = [...counted, copy].slice(-mostCounted)
  return new Map(known).set(swarm, {
    ...before,
    mail: { ...mail, copies: mail.copies + 1, problem, counted: last },
  })
}

export function withForgotten(known: LostPeers, peers: readonly Peer[], at: number): LostPeers {
  const changed = new Map(known)
  for (const peer of peers) changed.set(peer.name, { ...changed.get(peer.name), forgotten: { at, peer } })
  return changed
}

export function withoutLost(known: LostPeers, swarm: string): LostPeers {
  return new Map([...known].filter(([name]) => name !== swarm))
}

export function writeLostPeers(lost: LostPeers): string {
  return JSON.stringify(Object.fromEntries(lost))
}

/** The swarms as they are stored; none where nothing was stored, or what was stored is damaged. */
export function readLostPeers(text: string | null): LostPeers {
  const value = text === null ? null : parsed(text)
  if (!isJsonObject(value)) return new Map()
  return new Map(Object.entries(value).flatMap(([name, lost]) => (isLost(lost) ? [[name, lost]] : [])))
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text) as Json
  } catch {
    return null
  }
}

function isLost(value: Json): value is Json & LostPeer {
  if (!isJsonObject(value)) return false
  const { mail, forgotten } = value
  return (mail === undefined || isMail(mail)) && (forgotten === undefined || isForgotten(forgotten))
}

function isMail(value: Json): boolean {
  return (
    isJsonObject(value) &&
    hasNumbers(value, 'copies', 'first', 'since') &&
    hasTexts(value, 'address', 'problem') &&
    isTextList(value['counted'] ?? [])
  )
}

function isTextList(value: Json): boolean {
  return Array.isArray(value) && value.every((one) => typeof one === 'string')
}

function isForgotten(value: Json): boolean {
  if (!isJsonObject(value) || !hasNumbers(value, 'at')) return false
  const peer = value['peer'] ?? null
  return isJsonObject(peer) && hasTexts(peer, 'name', 'baseUrl', 'version', 'description')
}

function hasNumbers(from: JsonObject, ...names: readonly string[]): boolean {
  return names.every((name) => typeof from[name] === 'number')
}

function hasTexts(from: JsonObject, ...names: readonly string[]): boolean {
  return names.every((name) => typeof from[name] === 'string')
}
