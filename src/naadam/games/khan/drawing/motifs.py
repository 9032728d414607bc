"""What grows and lies in the landscapes of Khan: small motifs, drawn in a cell of 50 around its middle."""

from __future__ import annotations

LANDS = {  # light and dark end of the ground, and the line around a region
    "mountain": ("#a5958a", "#8b7a6e", "#5d4d43"),
    "ice": ("#eef6fa", "#d3e5ee", "#8fb3c6"),
    "tundra": ("#b3bd93", "#97a878", "#66774b"),
    "rocky": ("#cd9c6c", "#b67f4f", "#7c4e28"),
    "sand": ("#f6dfa2", "#e8c87f", "#b08c3f"),
    "forest": ("#579a5d", "#3b7845", "#1f4e2b"),
}
WATER = ("#2a669f", "#3c83bf", "#5da4da")
BANK = "#d9c896"
SEA = ("#6f9fba", "#4f83a3", "#32617f")
STEPPE = ("#cdb98c", "#bda677", "#a48c5d")

PEAK = (
    '<path d="M-21,13L-8,-13L-3,-7L4,13Z" fill="{dark}"/><path d="M-8,-13L-3,-7L4,13H-9Z" fill="{shade}"/>'
    '<path d="M-8,-13L-12.500,-4L-9,-6L-6.500,-3L-4,-8.500Z" fill="#fff"/>'
)
MOTIFS = {
    "mountain": (
        '<path d="M-2,14L10,-9L21,14Z" fill="#7a685c"/><path d="M10,-9L21,14H9Z" fill="#6a594e"/>'
        '<path d="M10,-9L6.500,-2.500L9.500,-4L12,-1.500L13.500,-2.500Z" fill="#f6f4f1"/>'
        + PEAK.format(dark="#6d5c51", shade="#57483f"),
        '<path d="M-20,14L-10,-4L0,14Z" fill="#7a685c"/><path d="M-10,-4L0,14H-10Z" fill="#6a594e"/>'
        '<path d="M-10,14L5,-15L20,14Z" fill="#6d5c51"/><path d="M5,-15L20,14H5Z" fill="#57483f"/>'
        '<path d="M5,-15L-.500,-4.500L3,-6.500L5.500,-3L8.500,-6L10.500,-4.500Z" fill="#fff"/>',
    ),
    "ice": (
        '<g stroke="#7fb0cb" stroke-width="1.600" stroke-linecap="round" fill="none">'
        "<path"
        ' d="M0,-10V10M-8.700,-5L8.700,5M-8.700,5L8.700,-5M-3,-8L0,-5L3,-8M-3,8L0,5L3,8M-8.500,-1L-5,-2.900L-5.200,-7'
        'M8.500,1L5,2.900L5.200,7M8.500,-1L5,-2.900L5.200,-7M-8.500,1L-5,2.900L-5.200,7"/></g>',
        '<path d="M-17,9C-10,1 -4,3 1,8C6,2 13,2 18,9Z" fill="#fff" stroke="#a3c7d8" stroke-width="1.200"/>'
        '<path d="M-7,3L-3,-10L2,3Z" fill="#cfe6f2" stroke="#8bb6cc" stroke-width="1.200" stroke-linejoin="round"/>'
        '<path d="M3,4L8,-6L12,5Z" fill="#dceef6" stroke="#8bb6cc" stroke-width="1.200" stroke-linejoin="round"/>',
    ),
    "tundra": (
        '<g stroke="#5f7345" stroke-width="1.700" stroke-linecap="round" fill="none"><path d="M-12,8C-13,3 -15,1 -17,-1'
        "M-11,8V-3M-10,8C-9,4 -7,2 -5,0M8,11C7,6 5,4 4,2M9,11V-1M10,11C11,6 13,4 15,2M-1,-6C-2,-9 -3,-11 -4,-12M0,-6"
        'V-13M1,-6C2,-9 3,-11 5,-12"/></g><circle cx="-17" cy="-2.500" r="1.900" fill="#c9748e"/>'
        '<circle cx="9" cy="-2.500" r="1.900" fill="#f3e08a"/>',
        '<g stroke="#5f7345" stroke-width="1.700" stroke-linecap="round" fill="none"><path d="M-3,9C-4,3 -7,0 -9,-2'
        'M-2,9V-6M-1,9C0,3 3,0 6,-3M12,-4C11,-8 10,-9 9,-10M13,-4V-11M14,-4C15,-7 16,-8 18,-9"/></g>'
        '<path d="M-19,10C-19,6 -15,4 -12,6C-10,7 -9,9 -10,10Z" fill="#8b9573" stroke="#66774b" stroke-width="1"/>'
        '<circle cx="-2" cy="-7.500" r="2" fill="#fff6da"/>',
    ),
    "rocky": (
        '<path d="M-16,11L-13,-3L-5,-8L3,-3L6,11Z" fill="#96663c"/><path d="M-5,-8L3,-3L6,11H-2L-3,0Z" fill="#7d5230"/>'
        '<path d="M6,11L8,3L14,1L18,6L19,11Z" fill="#96663c"/><path d="M14,1L18,6L19,11H14Z" fill="#7d5230"/>'
        '<path d="M-13,-3L-5,-8L-3,0" fill="none" stroke="#dcb184" stroke-width="1.200"/>',
        '<path d="M-18,11L-17,5L-10,2L-5,6L-4,11Z" fill="#96663c"/><path d="M-10,2L-5,6L-4,11H-9Z" fill="#7d5230"/>'
        '<path d="M-3,11L-1,-8H13L17,11Z" fill="#a06e42"/><path d="M7,-8H13L17,11H9Z" fill="#7d5230"/>'
        '<path d="M-1.500,-3H14M-2,3H15.500" stroke="#c99a6b" stroke-width="1.200" fill="none"/>',
    ),
    "sand": (
        '<g fill="none" stroke="#c39a4c" stroke-width="1.700" stroke-linecap="round"><path d="M-18,-3C-13,-10'
        " -8,-10 -4,-4"
        'C1,-10 7,-10 11,-4M-11,8C-6,1 0,1 4,7C8,2 13,2 17,6"/></g>',
        '<path d="M-19,8C-10,-6 -3,-8 2,-5C4,0 10,6 19,8Z" fill="#dfba6b"/><path d="M2,-5C-2,0 -1,5 3,8H19C10,6 4,0'
        ' 2,-5Z"'
        ' fill="#cda251"/><path d="M-12,-10C-8,-14 -4,-14 -1,-11" fill="none" stroke="#c39a4c" stroke-width="1.500"/>',
    ),
    "forest": (
        '<g stroke="#1c4526" stroke-width="1.200"><path d="M-10,12V2M8,14V3" stroke="#4c3216" stroke-width="3.200"/>'
        '<path d="M-10,-13C-17,-13 -20,-6 -16,-2C-19,3 -13,7 -10,5C-6,7 -1,3 -4,-2C0,-6 -4,-13 -10,-13Z"'
        ' fill="#2c6b39"/>'
        '<path d="M8,-9C2,-9 -1,-3 3,1C1,6 6,8 8,7C11,8 16,6 13,1C17,-3 14,-9 8,-9Z" fill="#357c43"/></g>'
        '<path d="M-13,-8C-12,-10 -10,-11 -8,-10.500M5,-5C6,-6.500 8,-7 9.500,-6.500" stroke="#78b97c" fill="none"'
        ' stroke-width="1.400" stroke-linecap="round"/>',
        '<g stroke="#1c4526" stroke-width="1.200"><path d="M-1,15C0,8 0,3 -1,-3" stroke="#4c3216" stroke-width="3"'
        ' fill="none"/><path d="M-1,-3C-6,-11 -14,-9 -17,-3C-12,-5 -7,-5 -1,-3C-9,-3 -13,2 -13,8C-9,2 -5,-1 -1,-3'
        'C2,-12 11,-12 16,-6C10,-7 5,-6 -1,-3C6,-4 13,0 14,6C9,1 4,-2 -1,-3Z" fill="#2f7440"/></g>',
    ),
}


def define_motifs() -> dict[str, str]:
    """The motifs by name and number: mountain-0, mountain-1, ice-0 ..."""
    return {f"{land}-{index}": drawn for land, all_ in MOTIFS.items() for index, drawn in enumerate(all_)}
