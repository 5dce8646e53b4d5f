/** The kind of entry at an attachment's path. */
export type Lying = 'file' | 'folder' | 'nothing' | 'unreadable'

/** Whether the path can be checked here. Links and files on another machine (`host:path`) are only named. */
export function isHere(attachment: string): boolean {
  return !/^[a-z][\w.@+-]+:/iu.test(attachment)
}

/**
 * A warning about a path that the recipient probably cannot open; `null` if it is a file. `folder` is where it was
 * looked up.
 */
export function doubtOf(attachment: string, lying: Lying, folder: string): string | null {
  switch (lying) {
    case 'file':
      return null
    case 'folder':
      return `${attachment} is a folder, not a file.`
    case 'nothing':
      return attachment.startsWith('/')
        ? `There is no file ${attachment}.`
        : `There is no file ${attachment} in ${folder}.`
    case 'unreadable':
      return `${attachment} cannot be read.`
  }
}
