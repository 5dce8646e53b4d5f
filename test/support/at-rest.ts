import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { patience } from './patience.ts'

/** Whether some thread of a process runs, or would if the machine let it; elsewhere than on Linux nobody can tell. */
export function isBusy(pid: number): boolean {
  return textsOf(pid, 'task', 'stat').some((text) => /^\) [RD] /u.test(text.slice(text.lastIndexOf(')'))))
}

/**
 * Settles once a process has done all it was told: for this long, ms, none of its threads had anything to do. However
 * slow the machine, it is not taken for waiting while it only waits for its turn.
 */
export async function atRest(pid: number, long = 150): Promise<void> {
  const most = performance.now() + patience
  for (let since = performance.now(); performance.now() - since < long; ) {
    await new Promise((next) => setTimeout(next, 15))
    if (isBusy(pid) && performance.now() < most) since = performance.now()
  }
}

/** Settles once a process has a store open, and waits for what happens there. */
export async function waitsAtStore(pid: number): Promise<void> {
  const isOpen = () => linksOf(pid).some((file) => file.endsWith('/mail.db'))
  for (const most = performance.now() + patience; !isOpen() && performance.now() < most; )
    await new Promise((next) => setTimeout(next, 15))
  await atRest(pid)
}

function textsOf(pid: number, folder: string, file: string): readonly string[] {
  return namesIn(`/proc/${pid}/${folder}`).flatMap((name) => {
    try {
      return [readFileSync(`/proc/${pid}/${folder}/${name}/${file}`, 'utf8')]
    } catch {
      return []
    }
  })
}

function linksOf(pid: number): readonly string[] {
  return namesIn(`/proc/${pid}/fd`).flatMap((name) => {
    try {
      return [readlinkSync(`/proc/${pid}/fd/${name}`)]
    } catch {
      return []
    }
  })
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
