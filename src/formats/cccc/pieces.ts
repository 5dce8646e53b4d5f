import { isJsonObject, type JsonObject } from '../../domain/json.ts'
import { restored } from '../exact.ts'
import { isoUtc } from '../fields.ts'
import type { Piece } from '../format.ts'
import type { Parcel } from '../parcel.ts'
import { keyOf } from './documents.ts'
import { localId, type Place, placeName, printMessage, type Shared, sharedFiles } from './message.ts'
import { pathOf } from './places.ts'
import { isResolved, sharedKey } from './shared.ts'

/** All files that a message belongs in; `everywhere` includes those that it did not come from. */
export function piecesOf(parcel: Parcel, everywhere: boolean): readonly Piece[] {
  const from = parcel.meta?.['places']
  const names = Array.isArray(from) && !everywhere ? new Set(from) : null
  const placed = placesFor(parcel).filter(
    ({ place }) =>
      names === null ||
      names.has(placeName(place)) ||
      // Mail that arrived in an inbox and was archived since.
      (place.box === 'archive' && names.has(placeName({ ...place, box: 'inbox' }))),
  )
  return placed.flatMap((one) => [
    pieceOf(parcel, one),
    ...(one.place.box === 'archive' && one.copy !== undefined ? [removalOf(parcel, one)] : []),
  ])
}

export function placesIn({ meta }: Parcel): readonly string[] {
  const places = meta?.['places']
  return Array.isArray(places) ? (places as readonly string[]) : []
}

function isShared(box: Place['box']): box is Shared {
  return Object.hasOwn(sharedFiles, box)
}

type Placed = { readonly place: Place; readonly copy: Parcel['copies'][number] | undefined }

/** Every place that a message belongs in. */
function placesFor(parcel: Parcel): readonly Placed[] {
  const { from, copies } = parcel
  const shared = sharedPlace(parcel)
  if (shared !== null) return [{ place: { box: shared, owner: null }, copy: copies[0] }]
  return [
    { place: { box: 'outbox', owner: from }, copy: undefined },
    ...copies.map(
      (copy): Placed => ({
        place: { box: copy.status === 'archived' ? 'archive' : 'inbox', owner: copy.owner },
        copy,
      }),
    ),
    ...(isStandingOrder(parcel)
      ? [{ place: { box: 'directives' as const, owner: from }, copy: undefined }]
      : []),
    ...placesIn(parcel).flatMap((name): readonly Placed[] => {
      if (name === 'cccc loose') return [{ place: { box: 'loose', owner: null }, copy: undefined }]
      const [, box, owner = ''] = /^cccc (directives|archive) (.*)$/u.exec(name) ?? []
      if (box === 'directives' && isStandingOrder(parcel) && owner === from) return []
      if (box === 'directives') return [{ place: { box, owner }, copy: undefined }]
      return box === 'archive' && owner === from ? [{ place: { box, owner }, copy: undefined }] : []
    }),
  ]
}

/** What the foreman directs stays in the foreman's folder for peers to look up. */
function isStandingOrder({ kind, from }: Parcel): boolean {
  return kind === 'directive' && from === 'foreman'
}

/** A shared entry belongs in the shared file, not in a peer's own boxes. */
function sharedPlace(parcel: Parcel): Shared | null {
  const names = new Set(placesIn(parcel))
  return (Object.keys(sharedFiles) as Shared[]).find((box) => names.has(`cccc ${box}`)) ?? null
}

function sharedPiece(parcel: Parcel, box: Shared, copy: Placed['copy']): Piece {
  const entry = restored(`cccc ${box}`, {}, parcel.meta)
  const isOver = box === 'blockers' && (copy?.status === 'completed' || copy?.status === 'archived')
  const value = isOver && !isResolved(entry) ? { ...entry, status: 'resolved' } : entry
  return { path: sharedFiles[box], how: 'entry', key: sharedKey(entry), value }
}

function pieceOf(parcel: Parcel, { place, copy }: Placed): Piece {
  if (isShared(place.box)) return sharedPiece(parcel, place.box, copy)
  const value = printMessage(parcel, place, copy)
  const path = pathOf(place, localId(parcel))
  const how = place.box === 'inbox' || place.box === 'outbox' ? 'entry' : 'file'
  const beside = besideOf(parcel, place, copy)
  return {
    path,
    how,
    key: keyOf(path, { ...value, from: parcel.from, id: localId(parcel) }),
    value,
    ...(beside === null ? {} : { beside }),
  }
}

/** Archived mail is in the archive and no longer in the inbox. */
function removalOf(parcel: Parcel, { place, copy }: Placed): Piece {
  const inbox = { ...place, box: 'inbox' } as const
  return { ...pieceOf(parcel, { place: inbox, copy }), how: 'removal' }
}

/** Fields that came with the document, and the time when an inbox was last read. */
function besideOf(parcel: Parcel, place: Place, copy: Placed['copy']): JsonObject | null {
  const around = parcel.meta?.['around']
  const kept = isJsonObject(around) ? around[placeName(place)] : undefined
  const readAt = place.box === 'inbox' ? (copy?.readAt ?? null) : null
  if (readAt === null) return isJsonObject(kept) ? kept : null
  const there = isJsonObject(kept) ? kept['last_read'] : undefined
  const later = typeof there !== 'string' || Date.parse(there) < readAt ? isoUtc(readAt) : there
  return { ...(isJsonObject(kept) ? kept : {}), last_read: later }
}
