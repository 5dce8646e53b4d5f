import { join } from 'node:path'
import type { Environment } from '../config.ts'

/** Where the link to a store elsewhere listens, and the folder of what it keeps for this machine: they are the user's own. */
export function linkPlace(
  location: string,
  { stateFolder }: Pick<Environment, 'stateFolder'>,
): { readonly socket: string; readonly folder: string } {
  const { createHash } = process.getBuiltinModule('node:crypto')
  const socket = join(stateFolder, 'links', createHash('sha256').update(location).digest('hex').slice(0, 16))
  return { socket, folder: `${socket}.kept` }
}
