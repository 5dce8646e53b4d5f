/** What lies where a message points to. */
export type Lying = 'file' | 'folder' | 'nothing' | 'unreadable'

/** Whether one can look for it here: a link, or what lies on another machine (`host:path`), is only named. */
export function isHere(attachment: string): boolean {
  return !/^[a-z][\w.@+-]+:/iu.test(attachment)
}

/** What is to be said of a path that its reader will hardly open; `null` of a file. `folder` is where one looked. */
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
