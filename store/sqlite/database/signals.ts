import {
  closeSync,
  constants,
  fstatSync,
  ftruncateSync,
  mkdirSync,
  readSync,
  statSync,
  writeSync,
} from 'node:fs'
import { loadCrypto } from '../../shared/crypto.ts'
import { giveToOwner, openOwnFile, replaceLinkedFolder, requireNoLink } from './own-file.ts'

/**
 * One file an agent, not empty while there may be mail for it: what a shell can test without starting a program.
 * Raised before COMMIT, lowered after it, both inside the write lock only, so it can only ever be wrongly full.
 */
export type Signals = {
  raise(address: string): void
  /** Lowers the file when it is raised and `isEmpty` finds that nothing waits. */
  settleLowered(address: string, isEmpty: () => boolean): void
  /** The file beside it is not empty while a session of the agent waits for a person: its next hook must say that it goes on. */
  markAsking(address: string, isAsking: boolean): void
  isAsking(address: string): boolean
  /** One file of the store is not empty while anybody may have reserved a path. */
  markReserved(isReserved: boolean): void
  path(address: string): string
  isRaised(address: string): boolean
  /** Its path, where there now is a file. */
  require(address: string): string
}

/** No agent's own file ends so: a plus is encoded in a name. */
const askingSuffix = '+asks'
const reservedName = '+reserved'
const mostOpen = 64
const longestName = 180
const { O_RDWR } = constants
const probe = new Uint8Array(1)
/** The byte `1`. */
const mark = 0x31

export function openSignals(location: string): Signals {
  const folder = `${location}/signals`
  const open = new Map<string, number>()
  let isChecked = false
  const path = (address: string) => `${folder}/${fileNameOf(address)}`

  return {
    path,
    isAsking: (address) => sizeOf(`${path(address)}${askingSuffix}`) > 0,
    markAsking: (address, isAsking) => fill(`${path(address)}${askingSuffix}`, isAsking),
    markReserved: (isReserved) => fill(`${folder}/${reservedName}`, isReserved),
    isRaised: (address) => sizeOf(path(address)) > 0,
    require(address) {
      closeSync(opened(address))
      return path(address)
    },
    raise(address) {
      const cached = cachedFile(open, address)
      if (cached !== null) {
        if (cached.size === 0) write(cached.fd)
        return
      }
      // With thousands to wake, each file is checked and few are opened; else a file is opened and read directly: a process
      // waits longer for its first `Stats`.
      if (open.size >= mostOpen && sizeOf(path(address)) > 0) return
      const fd = keep(address)
      if (readSync(fd, probe, 0, 1, 0) === 0 || probe[0] !== mark) write(fd)
    },
    settleLowered(address, isEmpty) {
      if (sizeOf(path(address)) === 0 || !isEmpty()) return
      ftruncateSync(cachedFile(open, address)?.fd ?? keep(address), 0)
    },
  }

  function opened(address: string): number {
    return openedFile(path(address))
  }

  function openedFile(file: string): number {
    if (!isChecked) replaceLinkedFolder(folder)
    isChecked = true
    return openFile(folder, file)
  }

  function fill(file: string, isFull: boolean): void {
    if (!isFull && sizeOf(file) === 0) return
    const fd = openedFile(file)
    if (isFull) write(fd)
    else ftruncateSync(fd, 0)
    closeSync(fd)
  }

  function write(fd: number): void {
    writeSync(fd, Uint8Array.of(mark), 0, 1, 0)
  }

  function keep(address: string): number {
    const fd = opened(address)
    open.set(address, fd)
    const [oldest] = open
    if (open.size > mostOpen && oldest) {
      open.delete(oldest[0])
      closeSync(oldest[1])
    }
    return fd
  }
}

/** A removed file is opened again: no one would see writes to the old one. */
function cachedFile(
  open: Map<string, number>,
  address: string,
): { readonly fd: number; readonly size: number } | null {
  const fd = open.get(address)
  if (fd === undefined) return null
  open.delete(address)
  const { nlink, size } = fstatSync(fd)
  if (nlink === 0) {
    closeSync(fd)
    return null
  }
  open.set(address, fd)
  return { fd, size }
}

function openFile(folder: string, file: string): number {
  try {
    return openOwnFile(file, O_RDWR)
  } catch (error) {
    if (!isMissing(error)) throw error
    // Without the store's own folder there is no store to signal for.
    requireNoLink(folder)
    mkdirSync(folder, { mode: 0o700 })
    giveToOwner(folder)
    return openOwnFile(file, O_RDWR)
  }
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}

/** Different addresses never share a file: `%` itself is encoded, and `~` appears in shortened names only. */
function fileNameOf(address: string): string {
  const name = address === '.' || address === '..' ? address.replaceAll('.', '%2E') : encoded(address)
  return name.length <= longestName ? name : `${name.slice(0, 100)}~${digestOf(address)}`
}

function encoded(address: string): string {
  if (address === '') return '%'
  // Most addresses need no more than this, and there may be thousands to one message.
  const flat = address.replaceAll('/', '%2F')
  return /^[A-Za-z0-9_./-]*$/u.test(address) ? flat : address.replace(/[^A-Za-z0-9_.-]+/gu, encodedBytes)
}

function encodedBytes(text: string): string {
  return Array.from(Buffer.from(text), (byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join(
    '',
  )
}

function digestOf(text: string): string {
  return loadCrypto().createHash('sha256').update(text).digest('hex')
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
