/** Where a folder is. Paths are absolute. */
export type Worktree = {
  /** The top of the worktree, spelled as the folder was. */
  readonly root: string
  /** The main checkout: the same for all worktrees of one repository, with links followed. */
  readonly project: string
}

export type WorktreeDriver = {
  /** The folder of the caller. */
  readonly folder: string
  of(folder: string): Worktree
  /** The kind of entry at a path; a link is a file. */
  kindOf(path: string): 'folder' | 'file' | null
}
