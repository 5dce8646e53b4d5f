import type { Group } from '../src/domain/group.ts'
import type { Author, Doer, Page, PageRequest } from './page.ts'

/**
 * Groups by name. Each change raises the roster's version, since it changes where mail goes. A change with an author enters
 * the author's journal, if it changed anything.
 */
export type GroupStore = {
  find(name: string): Promise<Group | null>
  list(page: PageRequest): Promise<Page<Group>>
  /** @throws `conflict` when there is one by this name */
  create(group: Group, author?: Author): Promise<Group>
  /** Adds members at the end and takes others away; those that are in, or not, stay so. @throws `not-found` */
  change(
    name: string,
    members: { readonly add: readonly string[]; readonly remove: readonly string[] },
    author?: Author,
  ): Promise<Group>
  /** The group as it was. @throws `not-found` */
  remove(name: string, author?: Author): Promise<Group>
  /** Groups that mail is held for, since they reached nobody when it was sent. */
  held(): Promise<readonly string[]>
  /** Delivers held mail to these agents, except their own, and ends the hold; returns the number of copies. */
  deliverHeld(name: string, agents: readonly string[], doer: Doer, at: number): Promise<number>
}
