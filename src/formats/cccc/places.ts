import { createHash } from 'node:crypto'
import { folderFor, normalName, type Place, type Shared, sharedFiles } from './message.ts'

const prefix = String.raw`(?:(?:\.cccc\/)?mailbox\/)?`
const boxForm = new RegExp(`^${prefix}([^/]+)/(inbox|outbox)\\.json$`, 'u')
const folderForm = new RegExp(`^${prefix}([^/]+)/(archive|directives)/[^/]+\\.json$`, 'u')
const looseForm = new RegExp(`^${prefix}archive/[^/]+\\.json$`, 'u')

const sharedForm = new RegExp(`^${prefix}(shared/[a-z_]+\\.json)$`, 'u')

/** The name of a shared file. */
export function sharedAt(path: string): Shared | null {
  const [, file] = sharedForm.exec(path) ?? []
  const found = Object.entries(sharedFiles).find(([, name]) => name === file)
  return found === undefined ? null : (found[0] as Shared)
}

/** The place of a file; the path may name the folder `.cccc`, its `mailbox`, or a folder in that. */
export function placeOf(path: string): Place | null {
  const [, owner, box] = boxForm.exec(path) ?? folderForm.exec(path) ?? []
  if (owner !== undefined && box !== undefined && owner !== 'shared')
    return { box: box as Place['box'], owner: normalName(owner) }
  const shared = sharedAt(path)
  if (shared !== null) return { box: shared, owner: null }
  return looseForm.test(path) ? { box: 'loose', owner: null } : null
}

/** The inbox from which a peer took what it put into this file; `null` if the file is in no peer's archive. */
export function inboxBeside(path: string): string | null {
  const place = placeOf(path)
  return place?.box === 'archive' ? path.replace(/archive\/[^/]+$/u, 'inbox.json') : null
}

/** The file of a place; names that would lead elsewhere stay in their folder. */
export function pathOf({ box, owner }: Place, id: string): string {
  const file = /^[\w][\w.-]{0,180}$/u.test(id)
    ? id
    : createHash('sha256').update(id).digest('hex').slice(0, 24)
  if (box === 'consensus' || box === 'blockers' || box === 'topic') return sharedFiles[box]
  if (owner === null) return `archive/${file}.json`
  const folder = folderFor(owner)
  return box === 'inbox' || box === 'outbox' ? `${folder}/${box}.json` : `${folder}/${box}/${file}.json`
}

export function folderName(path: string): string {
  return normalName(path.split('/').at(-2) ?? '')
}
