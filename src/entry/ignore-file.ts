import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Mail is nobody's source code. What is there stays, even a link; of several programs that make the store at once one writes it. */
export function leaveIgnoreFile(folder: string): void {
  try {
    writeFileSync(join(folder, '.gitignore'), '*\n', { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}
