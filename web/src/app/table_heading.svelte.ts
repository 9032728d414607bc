/** Name and aim of the game at the open table, for the header of the page; null in other views. */

export interface TableHeading {
  spec: string;
  title: string;
  aim: string; // empty if the game's texts have none
}

export const tableHeading = $state<{ now: TableHeading | null }>({ now: null });
