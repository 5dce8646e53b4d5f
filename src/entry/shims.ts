import { lstatSync, type Stats, statSync } from 'node:fs'
import { join } from 'node:path'
import { type Environment, pathFrom } from '../config.ts'
import { MailError } from '../domain/errors.ts'
import type { Shim } from '../faces/cli/host.ts'
import { writeText } from '../setup/files.ts'
import { trySmallFile } from '../small-file.ts'

/** What every program says that we wrote, so that it is written anew and never taken for the real one. */
const mark = 'Watchpost carries the mail'

/**
 * Writes programs that stand in for another system's.
 * @throws MailError `usage` where the folder is a file · `conflict` where the real program is on the PATH, or a file of that name is somebody else's
 */
export async function writeShims(
  folder: string,
  shims: readonly Shim[],
  environment: Environment,
): Promise<readonly string[]> {
  const to = pathFrom(environment, folder)
  if (statOf(to)?.isDirectory() === false)
    throw new MailError('usage', `${to} is not a folder.`, 'Name a folder with --to FOLDER.')
  const planned = shims.map((shim) => ({ ...shim, path: join(to, shim.name) }))
  for (const { path, name, isCommand } of planned) {
    const real = isCommand ? findReal(name, environment) : null
    if (real !== null)
      throw new MailError(
        'conflict',
        `The real ${name} is installed: ${real}`,
        'A program of ours never takes its place. Remove it from the PATH first.',
      )
    if (isThere(path) && !isOurs(path))
      throw new MailError('conflict', `${path} exists and is not ours.`, 'Choose another folder.')
  }
  for (const { path, text } of planned) writeText(path, text, { isPersonal: false, executable: true })
  return planned.map(({ path }) => path)
}

function findReal(name: string, { programs }: Environment): string | null {
  const paths = programs.map((folder) => join(folder === '' ? '.' : folder, name))
  return paths.find((path) => isProgram(path) && !isOurs(path)) ?? null
}

function isProgram(path: string): boolean {
  const found = statOf(path)
  return found?.isFile() === true && (found.mode & 0o111) !== 0
}

/** A link that leads nowhere is there, too. */
function isThere(path: string): boolean {
  return statOf(path, lstatSync) !== undefined
}

/** Nothing is there also where the PATH, or a part of a path, names a file for a folder. */
function statOf(path: string, look: typeof statSync | typeof lstatSync = statSync): Stats | undefined {
  try {
    return look(path)
  } catch {
    return undefined
  }
}

function isOurs(path: string): boolean {
  return trySmallFile(path, 'person')?.includes(mark) === true
}
