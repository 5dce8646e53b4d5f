import { closeSync, constants, type FSWatcher, fstatSync, statSync, watch } from 'node:fs'
import { openOwnFile } from '../database/own-file.ts'

/** Watches the bell file while a caller waits. */
export type Watch = {
  /** Listens, and keeps the process alive by it. */
  hold(): void
  /** Nobody waits: stops listening after a while, so that who comes back at once finds it still there. */
  rest(): void
  close(): void
}

const safetyPoll = 500
/** Where the system cannot watch files (a limit is reached, a file system without events). */
const barePoll = 50
const restBeforeClose = 1000

export function openWatch(file: string, onRing: () => void): Watch {
  let watcher: FSWatcher | null = null
  let heard = 0
  let poll: NodeJS.Timeout | null = null
  let closing: NodeJS.Timeout | null = null

  return {
    hold() {
      if (closing) clearTimeout(closing)
      closing = null
      watcher ??= listen()
      watcher?.ref()
      // Without a watcher only the poll is left to keep a waiting process alive.
      poll ??= watcher === null ? setInterval(check, barePoll) : setInterval(check, safetyPoll).unref()
    },
    rest() {
      watcher?.unref()
      poll?.unref()
      closing ??= setTimeout(close, restBeforeClose).unref()
    },
    close,
  }

  function check(): void {
    if (watcher !== null && statSync(file, { throwIfNoEntry: false })?.ino !== heard) drop()
    if (watcher === null && closing === null) relisten()
    onRing()
  }

  function relisten(): void {
    watcher = listen()
    if (watcher === null) return
    if (poll) clearInterval(poll)
    poll = setInterval(check, safetyPoll).unref()
  }

  function listen(): FSWatcher | null {
    try {
      const fd = openOwnFile(file, constants.O_WRONLY)
      heard = fstatSync(fd).ino
      closeSync(fd)
      const made = watch(file, (event) => {
        // The file was moved or removed: the watcher would listen to its ghost.
        if (event === 'rename' && made === watcher) drop()
        onRing()
      })
      made.on('error', () => made === watcher && drop())
      return made
    } catch {
      return null
    }
  }

  /** Falls back to polling, which also tries to listen again. */
  function drop(): void {
    watcher?.close()
    watcher = null
    if (poll) clearInterval(poll)
    poll = setInterval(check, barePoll)
    if (closing) poll.unref()
  }

  function close(): void {
    if (closing) clearTimeout(closing)
    if (poll) clearInterval(poll)
    watcher?.close()
    closing = null
    poll = null
    watcher = null
  }
}
